// Made from the routes by test/http/client-operations.test.ts: method, path, names of query parameters.

// biome-ignore format: one line a route
export const operations = {
  reminders: {
    schedule: ['POST', '/v1/reminders', []],
    scheduleMany: ['POST', '/v1/reminders/batch', []],
    list: ['GET', '/v1/reminders', ['recipient', 'entityType', 'entityId', 'cursor', 'limit']],
    upcoming: ['GET', '/v1/upcoming', ['from', 'to', 'timezone', 'recipient', 'entityType', 'entityId', 'cursor', 'limit']],
    get: ['GET', '/v1/reminders/{id}', []],
    change: ['PUT', '/v1/reminders/{id}', []],
    cancel: ['POST', '/v1/reminders/{id}/cancel', []],
    acknowledge: ['POST', '/v1/reminders/{id}/acknowledge', []],
    snooze: ['POST', '/v1/reminders/{id}/snooze', []],
    skip: ['POST', '/v1/reminders/{id}/skip', []],
    pause: ['POST', '/v1/reminders/{id}/pause', []],
    resume: ['POST', '/v1/reminders/{id}/resume', []],
    retry: ['POST', '/v1/reminders/{id}/retry', []],
    explain: ['GET', '/v1/reminders/{id}/explain', []],
    preview: ['POST', '/v1/preview', []],
  },
  entities: {
    put: ['PUT', '/v1/entities/{type}/{id}', []],
    get: ['GET', '/v1/entities/{type}/{id}', []],
    list: ['GET', '/v1/entities/{type}', ['status', 'cursor', 'limit']],
    remove: ['DELETE', '/v1/entities/{type}/{id}', []],
    cancel: ['POST', '/v1/entities/{type}/{id}/cancel', []],
    complete: ['POST', '/v1/entities/{type}/{id}/complete', []],
    timeline: ['GET', '/v1/entities/{type}/{id}/timeline', []],
  },
  plans: {
    put: ['PUT', '/v1/plans/{name}', []],
    get: ['GET', '/v1/plans/{name}', []],
    list: ['GET', '/v1/plans', []],
    remove: ['DELETE', '/v1/plans/{name}', []],
  },
  recipients: {
    put: ['PUT', '/v1/recipients/{id}', []],
    get: ['GET', '/v1/recipients/{id}', []],
    list: ['GET', '/v1/recipients', ['cursor', 'limit']],
    remove: ['DELETE', '/v1/recipients/{id}', []],
    getAddresses: ['GET', '/v1/recipients/{id}/addresses', []],
    putAddresses: ['PUT', '/v1/recipients/{id}/addresses', []],
    getPreferences: ['GET', '/v1/recipients/{id}/preferences', []],
    putPreferences: ['PUT', '/v1/recipients/{id}/preferences', []],
    getQuietHours: ['GET', '/v1/recipients/{id}/quiet-hours', []],
    putQuietHours: ['PUT', '/v1/recipients/{id}/quiet-hours', []],
    issueToken: ['POST', '/v1/recipients/{id}/tokens', []],
  },
  deliveries: {
    list: ['GET', '/v1/deliveries', ['state', 'channel', 'recipient', 'entityType', 'entityId', 'from', 'to', 'timezone', 'cursor', 'limit']],
    get: ['GET', '/v1/deliveries/{id}', []],
    attempts: ['GET', '/v1/deliveries/{id}/attempts', []],
    retry: ['POST', '/v1/deliveries/{id}/retry', []],
    settle: ['POST', '/v1/deliveries/{id}/settle', []],
  },
  ledger: {
    mark: ['POST', '/v1/ledger/mark', []],
    markBatch: ['POST', '/v1/ledger/mark/batch', []],
    sent: ['POST', '/v1/ledger/was-sent', []],
    release: ['POST', '/v1/ledger/release', []],
    ofEntity: ['GET', '/v1/ledger/entities/{type}/{id}', []],
    ofRecipient: ['GET', '/v1/ledger/recipients/{id}', ['cursor', 'limit']],
  },
  audit: {
    list: ['GET', '/v1/audit', ['entityType', 'entityId', 'recipient', 'reminder', 'action', 'actor', 'from', 'to', 'cursor', 'limit']],
  },
  events: {
    list: ['GET', '/v1/events', ['after', 'types', 'limit']],
  },
  holds: {
    hold: ['POST', '/v1/hold', []],
    list: ['GET', '/v1/hold', []],
    release: ['DELETE', '/v1/hold', ['tenant', 'channel']],
  },
  tenants: {
    put: ['POST', '/v1/tenants', []],
    get: ['GET', '/v1/tenants/{id}', []],
    list: ['GET', '/v1/tenants', ['cursor', 'limit']],
  },
  keys: {
    create: ['POST', '/v1/keys', []],
    list: ['GET', '/v1/keys', ['tenant', 'cursor', 'limit']],
    rotate: ['POST', '/v1/keys/{id}/rotate', []],
    revoke: ['DELETE', '/v1/keys/{id}', []],
  },
  clock: {
    read: ['GET', '/v1/clock', []],
    drive: ['POST', '/v1/clock', []],
  },
  zones: {
    status: ['GET', '/v1/tzdb', []],
  },
  health: {
    live: ['GET', '/healthz', []],
    ready: ['GET', '/readyz', []],
    metrics: ['GET', '/metrics', []],
  },
} as const
