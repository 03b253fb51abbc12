// Every command, in the order in which help lists them. A command's file is loaded only when it is called: `belfry version` need
// not wait for a database driver.

import type { Command } from './program/command.ts'

export interface Listed {
  readonly about: string
  load(): Promise<Command>
}

const listed = <T extends Record<string, Listed>>(all: T): T => all

export const commands = listed({
  serve: {
    about: 'The server, with a worker, until it is told to stop',
    load: async () => (await import('./serve.ts')).serve,
  },
  work: { about: 'A worker alone', load: async () => (await import('./work.ts')).work },
  bot: { about: 'The Telegram bot, with a worker', load: async () => (await import('./bot.ts')).bot },
  remind: { about: 'Reminds somebody', load: async () => (await import('./remind.ts')).remind },
  parse: { about: 'What a sentence means', load: async () => (await import('./parse.ts')).parse },
  list: { about: 'What is still to come', load: async () => (await import('./list.ts')).list },
  upcoming: { about: 'What rings soon', load: async () => (await import('./upcoming.ts')).upcoming },
  show: { about: 'The whole story of a reminder', load: async () => (await import('./show.ts')).show },
  cancel: { about: 'Cancels a reminder, or all of an entity', load: async () => (await import('./cancel.ts')).cancel },
  snooze: { about: 'Rings again later', load: async () => (await import('./snooze.ts')).snooze },
  done: { about: 'Marks a reminder as done', load: async () => (await import('./done.ts')).done },
  deliveries: {
    about: 'What was sent, what was not, and why',
    load: async () => (await import('./deliveries.ts')).deliveries,
  },
  channels: {
    about: 'How messages go out, and whether that works',
    load: async () => (await import('./channels.ts')).channels,
  },
  inbox: { about: 'What came in the app, and what became of it', load: async () => (await import('./inbox.ts')).inbox },
  alarms: { about: 'Pages that come back', load: async () => (await import('./alarms.ts')).alarms },
  meetings: {
    about: 'Propose, answer, move and call off; find a time',
    load: async () => (await import('./meetings.ts')).meetings,
  },
  availability: {
    about: 'When people are there',
    load: async () => (await import('./availability.ts')).availability,
  },
  calendars: {
    about: 'Calendars elsewhere, and a feed for them',
    load: async () => (await import('./calendars.ts')).calendars,
  },
  recipients: { about: 'Who is reminded', load: async () => (await import('./recipients.ts')).recipients },
  templates: { about: 'What messages say', load: async () => (await import('./templates.ts')).templates },
  push: { about: 'Devices that get notifications', load: async () => (await import('./push.ts')).push },
  sweep: { about: 'Looks at tables for what comes due', load: async () => (await import('./sweep.ts')).sweep },
  webhooks: {
    about: 'Where messages are posted to',
    load: async () => (await import('./webhooks.ts')).webhooks,
  },
  hold: { about: 'Stops all sends at once', load: async () => (await import('./hold.ts')).hold },
  release: { about: 'Ends a hold', load: async () => (await import('./release.ts')).release },
  doctor: { about: 'Looks for trouble, and says what to do', load: async () => (await import('./doctor.ts')).doctor },
  demo: { about: 'Fills a tenant with things that ring soon', load: async () => (await import('./demo.ts')).demo },
  migrate: { about: 'Brings the database up to date', load: async () => (await import('./migrate.ts')).migrate },
  cleanup: {
    about: 'Removes what is older than the retention',
    load: async () => (await import('./cleanup.ts')).cleanup,
  },
  export: { about: 'Writes a tenant as JSON lines', load: async () => (await import('./export.ts')).exportTenant },
  import: { about: 'Takes over what another system has', load: async () => (await import('./import.ts')).importLines },
  backup: { about: 'Writes the whole database into a file', load: async () => (await import('./backup.ts')).backup },
  restore: {
    about: 'Brings a backup back; nothing is sent until it is released',
    load: async () => (await import('./restore.ts')).restore,
  },
  keys: { about: 'API keys', load: async () => (await import('./keys.ts')).keys },
  tenants: { about: 'Tenants', load: async () => (await import('./tenants.ts')).tenants },
  clock: { about: 'Shows the clock, or moves a driven one', load: async () => (await import('./clock.ts')).clock },
  config: {
    about: 'The settings that hold, and where they come from',
    load: async () => (await import('./config.ts')).config,
  },
  completion: {
    about: 'A script that completes commands in the shell',
    load: async () => (await import('./completion.ts')).completion,
  },
  version: {
    about: 'The versions of Belfry and of what it stands on',
    load: async () => (await import('./version.ts')).version,
  },
  help: { about: 'This text, or that of one command', load: async () => (await import('./help.ts')).help },
})
