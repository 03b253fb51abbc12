import type { Words } from './words.ts'

/** Left out in a chat, where everybody sees their own clock. */
export const englishOwnTime = ', your time'
const when = '{{when}}, your time'
const slots = '{{slots}}, your time'
const list = 'your time:\n\n{{slots}}'

export const english: Words = {
  topics: {
    other: {
      name: 'Reminder',
      before: { subject: '{{title}}: {{in}}', lead: when },
      now: { subject: '{{title}}', lead: when, short: '' },
      after: { subject: '{{title}}: {{in}}', lead: `It was ${when}` },
    },
    meeting: {
      name: 'Meeting',
      before: { subject: '{{title}}: {{in}}', lead: `Meeting: ${when}` },
      now: { subject: '{{title}}: now', lead: `Your meeting begins now: ${when}` },
      after: { subject: '{{title}}: {{in}}', lead: `The meeting was ${when}` },
    },
    task: {
      name: 'Task',
      before: { subject: '{{title}}: due {{in}}', lead: 'Due {{due}}, your time' },
      now: { subject: '{{title}}: due now', lead: 'Due {{due}}, your time' },
      after: { subject: '{{title}}: overdue', lead: 'It was due {{due}}, your time' },
    },
    page: {
      name: 'Page',
      before: { subject: '{{title}}', lead: 'Time to look at this page again.' },
      now: { subject: '{{title}}', lead: 'Time to look at this page again.' },
      after: { subject: '{{title}}', lead: 'Time to look at this page again.' },
    },
    checkin: {
      name: 'Check-in',
      before: { subject: '{{title}}: {{in}}', lead: `Check-in: ${when}` },
      now: { subject: '{{title}}', lead: 'Time for your check-in.' },
      after: { subject: '{{title}}: {{in}}', lead: `Your check-in was ${when}` },
    },
    workout: {
      name: 'Workout',
      before: { subject: '{{title}}: {{in}}', lead: `Workout: ${when}` },
      now: { subject: '{{title}}', lead: 'Time for your workout.' },
      after: { subject: '{{title}}: {{in}}', lead: `Your workout was ${when}` },
    },
    mealplan: {
      name: 'Meal plan',
      before: { subject: '{{title}}: {{in}}', lead: `Meal plan: ${when}` },
      now: { subject: '{{title}}', lead: 'Time to look at your meal plan.' },
      after: { subject: '{{title}}: {{in}}', lead: `Your meal plan was for ${when}` },
    },
  },
  notices: {
    requested: {
      subject: '{{title}}: proposed by {{by}}',
      lead: `{{by}} proposes a meeting: ${slots}`,
      several: `{{by}} proposes a meeting at one of these times, ${list}`,
    },
    accepted: {
      subject: '{{title}}: accepted',
      lead: `{{by}} has accepted: ${slots}`,
      several: `{{by}} has accepted these times, ${list}`,
    },
    settled: {
      subject: '{{title}}: moved',
      lead: `The meeting is moved, {{by}} has accepted: ${slots}\nIt was: {{was}}`,
      several: `The meeting is moved, {{by}} has accepted these times, ${list}`,
    },
    denied: {
      subject: '{{title}}: declined',
      lead: `{{by}} has declined: ${slots}`,
      several: `{{by}} has declined these times, ${list}`,
    },
    moved: {
      subject: '{{title}}: another time',
      lead: `{{by}} proposes another time: ${slots}`,
      several: `{{by}} proposes other times, ${list}`,
    },
    shifted: {
      subject: '{{title}}: the clocks have changed',
      lead: `The rules of its time zone have changed. The meeting is now ${slots}`,
      several: `The rules of its time zone have changed. The proposed times are now, ${list}`,
    },
    cancelled: {
      subject: '{{title}}: cancelled',
      lead: `{{by}} has cancelled the meeting: ${slots}`,
      several: `{{by}} has cancelled the meeting that was proposed for these times, ${list}`,
    },
    expired: {
      subject: '{{title}}: expired',
      lead: `Nobody accepted in time: ${slots}`,
      several: `Nobody accepted one of these times, ${list}`,
    },
  },
  reason: 'Reason: {{reason}}',
  summary: { subject: '{{count}} reminders', lead: '{{items}}' },
  resumed: { subject: 'Reminders while you could not be reached: {{count}}', lead: '{{items}}' },
  test: { subject: 'A test from Belfry', lead: 'If you can read this, reminders reach you here.' },
  more: 'and {count} more',
}
