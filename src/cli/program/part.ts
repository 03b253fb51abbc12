// Parts of the library that a command needs and a build may not have. A command says by an interface what it calls.

export function partOf<T>(from: object, name: string): T {
  const part = (from as Readonly<Record<string, unknown>>)[name]
  if (part === undefined) throw new Error(`This build of Belfry has no ${name}.`)
  return part as T
}
