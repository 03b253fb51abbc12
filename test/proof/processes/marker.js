// Marks one key many times at once when told to, and answers how often it was the first.

const { entry, database, connections } = JSON.parse(process.argv[2])
const { createBelfry } = await import(entry)
const belfry = await createBelfry({ database, migrate: false, connectionsMax: connections })

process.on('message', async ({ key, times }) => {
  const marks = await Promise.all(Array.from({ length: times }, () => belfry.ledger.markReminderAsSent(key)))
  process.send({ key: key.entityId, firsts: marks.filter(Boolean).length })
})
process.on('disconnect', () => process.exit(0))
process.send({ ready: true })
