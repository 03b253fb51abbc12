// What an export asks of storage: the rows of a statement, a bounded piece at a time.

/** Every statement of one export sees the same state of the database. */
export type ReadStatement = <Row extends object>(statement: string, values: readonly unknown[]) => AsyncIterable<Row[]>
