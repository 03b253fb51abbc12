// The server's settings, given on its command line at every start, so that a new Belfry brings its new defaults.

const defaults: Readonly<Record<string, string>> = {
  max_connections: '100',
  shared_buffers: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  unix_socket_permissions: '0700',

  // No standby and no physical backup: Belfry's backups are logical. Less is written for bulk loads. fsync,
  // full_page_writes and synchronous_commit keep PostgreSQL's defaults: an acknowledged reminder survives a power cut.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',

  // Reminders are short-lived rows: vacuum soon and quickly (ten times the default budget), in small pieces.
  autovacuum: 'on',
  autovacuum_naptime: '15s',
  autovacuum_vacuum_cost_limit: '2000',
  autovacuum_vacuum_cost_delay: '2ms',

  // Short statements by index: a compiler or a second process never pays, and containers have little /dev/shm.
  jit: 'off',
  max_parallel_workers_per_gather: '0',

  // Errors without the statement, its values and the DETAIL line, all of which can hold message texts and addresses.
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

export function serverArguments(...overrides: readonly Readonly<Record<string, string>>[]): string[] {
  const settings = Object.assign({}, defaults, ...overrides) as Record<string, string>
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
