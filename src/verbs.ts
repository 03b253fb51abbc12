// Every verb of the library, by noun, for one tenant.

import { createKey, listKeys, revokeKey, rotateKey } from './access/keys.ts'
import { getTenant, listTenants, putTenant } from './access/tenants.ts'
import { issueToken } from './access/tokens.ts'
import { doneAlarm, moreOften, snoozeAlarm } from './alarms/change.ts'
import { deleteAlarm } from './alarms/delete.ts'
import { putAlarm } from './alarms/put.ts'
import { getAlarm, listAlarms } from './alarms/read.ts'
import { runAlarms } from './alarms/run.ts'
import { syncAlarms } from './alarms/sync.ts'
import { calendarVerbs } from './calendars/verbs.ts'
import { receiveSendgridEvents } from './channels/email/sendgrid-events.ts'
import { resumeChat } from './channels/telegram/resume.ts'
import { listChannels, testChannel } from './channels/verbs.ts'
import { listDevices, pushPublicKey, subscribe, unsubscribe } from './channels/web-push/subscriptions.ts'
import {
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  getEndpoint,
  listEndpoints,
  putEndpoint,
  rotateSecret,
  testEndpoint,
} from './channels/webhook/endpoints.ts'
import { deliveriesOfEndpoint } from './channels/webhook/log.ts'
import { chatVerbs } from './chats/verbs.ts'
import type { Config } from './config.ts'
import { acknowledgeReminder, cancelReminder } from './engine/cancel.ts'
import { changeReminder } from './engine/change.ts'
import { advanceClock, nextMoment, readClock, setClock } from './engine/clock.ts'
import type { Context } from './engine/context.ts'
import { attemptsOfDelivery, getDelivery, listDeliveries } from './engine/deliveries.ts'
import { Gather } from './engine/gather.ts'
import { listWorkers, readHealth } from './engine/health.ts'
import { hold, listHolds, release } from './engine/hold.ts'
import { countReminders, listReminders, upcomingReminders } from './engine/list.ts'
import { readOverview } from './engine/overview.ts'
import { previewOccurrences } from './engine/preview.ts'
import { explainReminder, findReminders, getReminder } from './engine/read.ts'
import { readSchedule, type ScheduleInput, type ScheduleResult, type Wanted } from './engine/reminder.ts'
import { scheduleAll } from './engine/schedule.ts'
import { isUndone, scheduleGathered } from './engine/schedule-gathered.ts'
import { seeDelivery } from './engine/seen.ts'
import { pauseReminder, resumeReminder, skipReminder } from './engine/series.ts'
import { needsAttention, retryDelivery, retryReminder, settleDelivery } from './engine/settle.ts'
import { snoozeReminder } from './engine/snooze.ts'
import { upcomingCounts } from './engine/upcoming-counts.ts'
import { cancelEntity, completeEntity, deleteEntity } from './entities/end.ts'
import { deletePlan, getPlan, listPlans, putPlan } from './entities/plans.ts'
import { putEntity } from './entities/put.ts'
import { entityTimeline, getEntity, listEntities } from './entities/read.ts'
import { failedRequests } from './entities/requests.ts'
import { restoreReminder } from './entities/restore.ts'
import { listZones } from './entities/zones.ts'
import { BelfryError } from './errors.ts'
import { act } from './inbox/act.ts'
import { inboxVerbs } from './inbox/inbox.ts'
import { standingOf } from './inbox/standing.ts'
import { readList } from './input.ts'
import { listAudit } from './ledger/audit.ts'
import { cleanupOldReminders } from './ledger/cleanup.ts'
import { endOfFeed, listEvents } from './ledger/events.ts'
import * as ledger from './ledger/ledger.ts'
import { release as releaseMark, sendOnce } from './ledger/send-once.ts'
import { limits } from './limits.ts'
import { namespaced } from './log.ts'
import { meetingVerbs } from './meetings/verbs.ts'
import { type AddressName, readAddressName, suspendAddress, verifyAddress } from './recipients/address-health.ts'
import { eraseRecipient } from './recipients/erase.ts'
import { getRecipient, listRecipients, putRecipient, type Recipient } from './recipients/recipients.ts'
import type { SweepVerbs } from './sweeps/sweep.ts'
import { previewTemplate } from './templates/preview.ts'
import { deleteTemplate, getTemplate, listTemplates, putTemplate } from './templates/templates.ts'
import { traceVerbs } from './trace.ts'

/** The verbs for one tenant. */
export type Verbs = ReturnType<typeof verbs>
export type OperatorVerbs = ReturnType<typeof operatorVerbs>

/** Sweeps are run on connections of the installation, whoever asks. */
export type SweepsOf = (context: Context) => SweepVerbs

export function verbs(config: Config, context: Context, sweepsOf: SweepsOf, isCallersTransaction = false) {
  return traceVerbs('belfry', {
    recipients: recipientVerbs(context),
    /** What reminders are about: put it, move it, end it, and its reminders follow. */
    entities: {
      put: putEntity.bind(null, context),
      get: getEntity.bind(null, context),
      list: listEntities.bind(null, context),
      cancel: cancelEntity.bind(null, context),
      complete: completeEntity.bind(null, context),
      delete: deleteEntity.bind(null, context),
      timeline: entityTimeline.bind(null, context),
    },
    plans: {
      put: putPlan.bind(null, context),
      get: getPlan.bind(null, context),
      list: listPlans.bind(null, context),
      delete: deletePlan.bind(null, context),
    },
    reminders: reminderVerbs(config, context, isCallersTransaction),
    ledger: ledgerVerbs(config, context, isCallersTransaction),
    alarms: alarmVerbs(config, context),
    ...meetingVerbs(context),
    /** Calendars elsewhere, which say when somebody is busy. */
    calendars: calendarVerbs(context, isCallersTransaction),
    /** People who talk to a bot, and what it remembers of them. */
    chats: chatVerbs(context, config.defaultChannels),
    deliveries: deliveryVerbs(context),
    inbox: inboxVerbs(context),
    ...sendingVerbs(context),
    /** Who changed what. */
    audit: {
      list: listAudit.bind(null, context),
    },
    /** What happened, in an order in which nothing is missed. */
    events: {
      list: listEvents.bind(null, context),
      /** Where it ends now: a cursor for whoever wants only what is to come. */
      end: endOfFeed.bind(null, context),
    },
    /** Periodic looks at tables of yours, and their runs. */
    sweeps: sweepsOf(context),
    /** What triggers asked for through the SQL functions. */
    requests: {
      failed: failedRequests.bind(null, context),
    },
    ...operatorVerbs(context),
  })
}

function recipientVerbs(context: Context) {
  return {
    put: putRecipient.bind(null, context),
    get: getRecipient.bind(null, context),
    list: listRecipients.bind(null, context),
    /** Nobody can be reached at an address any more, as a provider told later. */
    suspendAddress: suspendAddress.bind(null, context),
    /** An address that was suspended is good again. */
    verifyAddress: verifyAndResume.bind(null, context),
    /** Erasure: addresses and texts are gone everywhere, what was pending is cancelled. */
    delete: eraseRecipient.bind(null, context),
    /** A short-lived token for one recipient, signed with `access.signingSecret`. */
    issueToken: issueToken.bind(null, context),
  }
}

/** Who had blocked the bot and is back gets one summary of what was missed. */
async function verifyAndResume(context: Context, input: AddressName): Promise<Recipient> {
  const { recipient, channel } = readAddressName(input)
  const known = channel === 'telegram' ? await getRecipient(context, recipient) : null
  if (known?.suspended.telegram) await resumeChat(context, { recipient })
  return await verifyAddress(context, input)
}

function deliveryVerbs(context: Context) {
  return {
    list: listDeliveries.bind(null, context),
    get: getDelivery.bind(null, context),
    attempts: attemptsOfDelivery.bind(null, context),
    /** Sends again what failed. */
    retry: retryDelivery.bind(null, context),
    /** An operator's decision on an unknown (or, for `send_again`, failed) delivery. */
    settle: settleDelivery.bind(null, context),
    needingAttention: needsAttention.bind(null, context),
    /** Somebody has it before them: what waits of the same occurrence on other channels is not sent any more. */
    seen: seeDelivery.bind(null, context),
    /** Done, later, seen, or no more, from a button or a link: one state, whichever channel it was pressed on. */
    act: act.bind(null, context),
    /** How it stands for whoever could act on it. */
    standing: standingOf.bind(null, context),
  }
}

/** How messages go out, what they say, and where to. */
function sendingVerbs(context: Context) {
  return {
    /** How messages go out. */
    channels: {
      list: listChannels.bind(null, context),
      /** One message now, past the engine, to see whether it works. */
      test: testChannel.bind(null, context),
    },
    /** What messages say, where the built-in words do not fit. */
    templates: {
      put: putTemplate.bind(null, context),
      get: getTemplate.bind(null, context),
      list: listTemplates.bind(null, context),
      delete: deleteTemplate.bind(null, context),
      /** In every format, without sending anything. */
      preview: previewTemplate.bind(null, context),
    },
    /** Devices that get notifications. */
    push: {
      /** What a page subscribes with. */
      publicKey: pushPublicKey.bind(null, context),
      /** Takes what a browser gives; the same browser again is the same device. */
      subscribe: subscribe.bind(null, context),
      unsubscribe: unsubscribe.bind(null, context),
      list: listDevices.bind(null, context),
    },
    webhooks: webhookVerbs(context),
  }
}

function reminderVerbs({ defaultChannels }: Config, context: Context, isCallersTransaction: boolean) {
  return {
    schedule: scheduleOne(context, isCallersTransaction),
    scheduleMany: scheduleMany(context),
    /** Changes what is given; null clears a field. */
    change: changeReminder.bind(null, context),
    cancel: cancelReminder.bind(null, context),
    /** Takes back what was done to it last: cancelled or done by itself; or, where that is said, skipped, snoozed or moved. */
    restore: restoreReminder.bind(null, context),
    acknowledge: acknowledgeReminder.bind(null, context),
    snooze: snoozeReminder.bind(null, context),
    /** Of a repeating reminder: leaves out the ring that comes next. */
    skip: skipReminder.bind(null, context),
    pause: pauseReminder.bind(null, context),
    resume: resumeReminder.bind(null, context),
    /** Sends again what failed of the occurrence that rang last. */
    retry: retryReminder.bind(null, context),
    get: getReminder.bind(null, context),
    /** Ids that begin with these digits, at least 8 of them; a few at the most. */
    find: findReminders.bind(null, context),
    list: listReminders.bind(null, context),
    upcoming: upcomingReminders.bind(null, context),
    /** How many ring in each of many spans of time; where they are very many, an estimate that says so. */
    upcomingCounts: upcomingCounts.bind(null, context),
    /** How many of one recipient are to come, up to a bound. */
    count: countReminders.bind(null, context),
    /** The next occurrences of something that need not exist, with what was adjusted in words. */
    preview: previewOccurrences.bind(null, context),
    explain: explainReminder.bind(null, context, defaultChannels),
  }
}

/** Reminders of pages that come back at growing intervals. */
function alarmVerbs({ alarms, logger, debug }: Config, context: Context) {
  const alarmLogger = namespaced(logger, 'alarm', debug)
  return {
    /** Due now; registered again, due now again, with its count. */
    put: putAlarm.bind(null, context, alarms),
    get: getAlarm.bind(null, context),
    list: listAlarms.bind(null, context),
    delete: deleteAlarm.bind(null, context),
    /** Begins anew with the shortest interval. */
    moreOften: moreOften.bind(null, context),
    done: doneAlarm.bind(null, context),
    snooze: snoozeAlarm.bind(null, context),
    /** A client's sync: texts that have changed, pages that are gone. */
    sync: syncAlarms.bind(null, context),
    /** Rings one batch of due alarms in this process, and answers when every send has ended. */
    run: runAlarms.bind(null, context, alarmLogger),
  }
}

/** Where messages of the channel `webhook` are posted to. */
function webhookVerbs(context: Context) {
  return {
    /** The answer to the first put has the secret, once. */
    put: putEndpoint.bind(null, context),
    get: getEndpoint.bind(null, context),
    list: listEndpoints.bind(null, context),
    delete: deleteEndpoint.bind(null, context),
    /** A new secret, in the answer and nowhere else; the old one signs too for a while. */
    rotate: rotateSecret.bind(null, context),
    enable: enableEndpoint.bind(null, context),
    disable: disableEndpoint.bind(null, context),
    /** Posts a message of the type `webhook.test`, now. */
    test: testEndpoint.bind(null, context),
    /** What went there, and how each attempt ended. */
    deliveries: deliveriesOfEndpoint.bind(null, context),
  }
}

function ledgerVerbs(config: Config, context: Context, isCallersTransaction: boolean) {
  return {
    markReminderAsSent: ledger.markReminderAsSent.bind(null, context),
    markRemindersAsSent: ledger.markRemindersAsSent.bind(null, context),
    wasReminderSent: ledger.wasReminderSent.bind(null, context),
    getRemindersSentForEntity: ledger.getRemindersSentForEntity.bind(null, context),
    getRemindersSentToUser: ledger.getRemindersSentToUser.bind(null, context),
    cleanupOldReminders: cleanupOldReminders.bind(null, context, namespaced(config.logger, 'ledger', config.debug)),
    sendOnce<T>(key: ledger.LedgerKey, send: () => Promise<T> | T) {
      if (isCallersTransaction)
        throw new BelfryError(
          'invalid_input',
          'sendOnce sends outside of any transaction; use markReminderAsSent inside one.',
        )
      return sendOnce(context, key, send)
    },
    release: releaseMark.bind(null, context),
  }
}

export function operatorVerbs(context: Context) {
  return {
    /** API keys, for a server. */
    keys: {
      create: createKey.bind(null, context),
      list: listKeys.bind(null, context),
      rotate: rotateKey.bind(null, context),
      revoke: revokeKey.bind(null, context),
    },
    tenants: {
      put: putTenant.bind(null, context),
      get: getTenant.bind(null, context),
      list: listTenants.bind(null, context),
    },
    /** Who changed what concerns no tenant: keys of operators, tenants, holds of everything. */
    installation: {
      audit: listAudit.bind(null, { ...context, tenant: '' }),
    },
    /** The workers that are connected to this database, whichever process they are in. */
    workers: {
      list: listWorkers.bind(null, context),
    },
    /** How the whole system does, of every tenant; counts stop at 1,000. */
    health: {
      read: readHealth.bind(null, context),
    },
    /** How it does now and did over time, all tenants together. */
    overview: {
      read: readOverview.bind(null, context),
    },
    holds: {
      hold: hold.bind(null, context),
      release: release.bind(null, context),
      list: listHolds.bind(null, context),
    },
    /** What providers tell later about messages that they have taken over. */
    reports: {
      /** A request of SendGrid's signed event webhook. */
      sendgrid: receiveSendgridEvents.bind(null, context),
    },
    /** With which time-zone databases moments have been resolved, and what each moved. */
    zones: {
      list: listZones.bind(null, context),
      status: async () => ({ version: context.tzVersion, resolutions: await listZones(context) }),
    },
    clock: {
      read: readClock.bind(null, context),
      /** Stands still at that moment from now on; null lets it run again. For tests and staging only. */
      set: setClock.bind(null, context),
      /** Moves it on, such as by `PT24H`, through every due moment in between. */
      advance: (duration: string) => advanceClock(context, duration),
      nextMoment: nextMoment.bind(null, context),
    },
  }
}

function scheduleOne(context: Context, isCallersTransaction: boolean) {
  const gather = new Gather<Wanted, ScheduleResult>(500, scheduleGathered.bind(null, context), isUndone)
  return async (input: ScheduleInput): Promise<ScheduleResult> => {
    const wanted = readSchedule(input, context.channels)
    if (!isCallersTransaction) return await gather.add(wanted)
    return (await scheduleAll(context, context.db, [wanted]))[0]!
  }
}

function scheduleMany(context: Context) {
  return async (inputs: readonly ScheduleInput[]): Promise<ScheduleResult[]> => {
    const list = readList(inputs, limits.scheduleManyMax, '')
    const wanted = list.map((input, i) => readSchedule(input, context.channels, `/${i}`))
    return await context.db.transaction((tx) => scheduleAll(context, tx, wanted))
  }
}
