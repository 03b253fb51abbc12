// Belfry's public surface, shaped by hand. test/surface.test.ts holds it still.

export { looksLikeKey } from './access/api-key.ts'
export type { ApiKey, IssuedKey, KeyInput, KnownKey, Scope } from './access/keys.ts'
export type { Tenant, TenantInput } from './access/tenants.ts'
export { looksLikeToken, type RecipientToken } from './access/tokens.ts'
export type { ActingVerbs } from './acting.ts'
export type { Alarm, AlarmInput, AlarmOptions, AlarmRan, AlarmSync, AlarmSynced, AlarmVerbs } from './alarms/alarm.ts'
export type { BackupOptions } from './backup/backup.ts'
export type { BackupProgress } from './backup/format.ts'
export type { RestoreOptions, RestoreResult } from './backup/restore.ts'
export { type Belfry, createBelfry, restoreBackup } from './belfry.ts'
export type { Calendar, CalendarInput, CalendarName, CalendarVerbs, Synced } from './calendars/calendar.ts'
export type { Channel, Message, MessageMember, Outcome } from './channels/channel.ts'
export { type Content, type Format, formats } from './channels/content.ts'
export { type MemoryChannel, memoryChannel } from './channels/memory/memory.ts'
export type {
  PushDevice,
  PushSubscriptionInput,
  SubscribeInput,
  UnsubscribeInput,
} from './channels/web-push/subscriptions.ts'
export type { EndpointInput, IssuedEndpoint, WebhookEndpoint, WebhookTest } from './channels/webhook/endpoint.ts'
export type { WebhookAttempt, WebhookDelivery } from './channels/webhook/log.ts'
export {
  type ChatBot,
  type ChatLink,
  type ChatLinkInput,
  type ChatPerson,
  type ChatPersonInput,
  type ChatSettings,
  type ChatVerbs,
  type Linked,
  type RedeemInput,
  recipientOfChat,
  type StateName,
} from './chats/chat.ts'
export type { BelfryOptions, StartWorkerOptions, TimeZones } from './config.ts'
export type { AcknowledgeResult, CancelResult } from './engine/cancel.ts'
export type { ChangeInput, ChangeResult } from './engine/change.ts'
export type { CoalesceInput } from './engine/coalesce.ts'
export type { ListDeliveriesOptions } from './engine/deliveries.ts'
export {
  type Bundle,
  type Delivery,
  type DeliveryState,
  deliveryStates,
  type Reason,
  reasons,
} from './engine/delivery.ts'
export type { DescribedSeries } from './engine/describe-series.ts'
export type { WorkerEvents } from './engine/events.ts'
export { type EventType, eventTypes } from './engine/feed.ts'
export type { Health, RunningWorker } from './engine/health.ts'
export type { Hold, HoldScope } from './engine/hold.ts'
export type { ChannelStep, ChannelSteps } from './engine/ladder.ts'
export type { Lateness } from './engine/lateness.ts'
export type { CountOptions, ListOptions, UpcomingOptions } from './engine/list.ts'
export type { Notice } from './engine/notices.ts'
export type { Ended, LeasedWorker, Overview, OverviewOptions, OverviewSpan } from './engine/overview.ts'
export type { PreviewInput, PreviewItem } from './engine/preview.ts'
export type { Attempt, Page, Reminder, Story } from './engine/read.ts'
export type { RepeatInput } from './engine/read-repeat.ts'
export type { ScheduleInput, ScheduleResult } from './engine/reminder.ts'
export type { Missed } from './engine/repeat.ts'
export type { Rung } from './engine/ring.ts'
export type { SeriesResult, SkipResult } from './engine/series.ts'
export type { RetryResult } from './engine/settle.ts'
export type { SnoozeInput, SnoozeResult } from './engine/snooze.ts'
export type { Count, Stats } from './engine/stats.ts'
export type { RestoredReminder, RestoreInput, TakenBack } from './engine/take-back.ts'
export type { UpcomingCount, UpcomingCountsOptions } from './engine/upcoming-counts.ts'
export type { Worker } from './engine/worker.ts'
export type { EndResult, EntityName } from './entities/end.ts'
export type { AnchorInput, EntityInput } from './entities/entity.ts'
export type { Plan } from './entities/plans.ts'
export type { PutReminder, PutResult } from './entities/put.ts'
export type { Entity, ListEntitiesOptions, TimelineItem } from './entities/read.ts'
export type { FailedRequest } from './entities/requests.ts'
export type { Step, StepInput } from './entities/steps.ts'
export type { ZonesResolved } from './entities/zones.ts'
export { BelfryError, type ErrorCode, errorCodes } from './errors.ts'
export type { ExportOptions, ExportProgress } from './export/export.ts'
export type { AlarmsOptions } from './import/alarms.ts'
export type { DenoKvOptions } from './import/deno-kv.ts'
export type { DenoKvSource } from './import/deno-kv-source.ts'
export type { ReminderJobsOptions } from './import/reminder-jobs.ts'
export type { ImportProgress, ImportReport, Refusal, SkippedPast } from './import/report.ts'
export type { ImportOptions } from './import/run.ts'
export type { ImportSource, LinesSource, TableSource } from './import/source.ts'
export type { ImportLinesOptions, ImportLinesReport, LinesProgress, RefusedLine } from './import/tenant-lines.ts'
export { type ActionAnswer, type ActionInput, type InboxItem, inboxStates, type Standing } from './inbox/inbox.ts'
export type { AuditItem, ListAuditOptions } from './ledger/audit.ts'
export type { EventPage, FeedEvent, ListEventsOptions } from './ledger/events.ts'
export type { LedgerKey, SentReminder } from './ledger/ledger.ts'
export type { SendOnceResult } from './ledger/send-once.ts'
export { limits } from './limits.ts'
export type { Logger } from './log.ts'
export type {
  AvailabilityBlock,
  AvailabilityBlockInput,
  BlockName,
  FreeBusy,
  FreeBusyQuery,
} from './meetings/availability/block.ts'
export type {
  AcceptInput,
  Meeting,
  MeetingEvent,
  MeetingInput,
  MeetingQuery,
  MeetingReminder,
  MeetingReminderState,
  MeetingReminders,
  MeetingVerbs,
  MeetingViewer,
  Participant,
  RescheduleInput,
  Slot,
  SlotInput,
  Transitioned,
  TransitionInput,
} from './meetings/meeting.ts'
export type {
  Checked,
  CheckInput,
  Conflict,
  ConflictKind,
  Suggested,
  SuggestedSlot,
  SuggestInput,
} from './meetings/slots/slots.ts'
export {
  type MeetingStatus,
  type MeetingVerb,
  meetingStatuses,
  meetingVerbs,
  transitions,
} from './meetings/transitions.ts'
export type { ErasureResult } from './recipients/erase.ts'
export type { Preferences, SwitchedOff } from './recipients/preferences.ts'
export type { ListRecipientsOptions, Recipient, RecipientInput, Suspension } from './recipients/recipients.ts'
export type { PoolUse, Queryable } from './storage/database.ts'
export type { FunctionSource, Run, RunPage, Sweep, SweepInput, SweepItem, SweepVerbs } from './sweeps/sweep.ts'
export type { TemplatePreview, TemplatePreviewInput, TemplateSample } from './templates/preview.ts'
export type { Template, TemplateFor, TemplateInput, TemplateName, TemplateSummary } from './templates/templates.ts'
export type { QuietHours, QuietWindow } from './time/quiet-hours.ts'
export type { RuleInput } from './time/recurrence/recurrence.ts'
export type { ZoneRules } from './time/zone-rules.ts'
export type { OperatorVerbs, Verbs } from './verbs.ts'
