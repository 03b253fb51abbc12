// What a compose file has to keep to.

import type { Yaml } from './yaml.ts'

type Map = { readonly [key: string]: Yaml }

export interface Surroundings {
  readonly variables: readonly string[]
  readonly commands: readonly string[]
  /** What may not have a default: each of these is asked for, with words that say how to make one. */
  readonly secrets: readonly string[]
}

const asMap = (value: Yaml | undefined): Map =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Map) : {}
const asList = (value: Yaml | undefined): readonly Yaml[] => (Array.isArray(value) ? (value as readonly Yaml[]) : [])
const asText = (value: Yaml | undefined): string => (typeof value === 'string' ? value : '')

export function composeFaults(file: Yaml, around: Surroundings): string[] {
  const services = Object.entries(asMap(asMap(file).services)).map(([name, value]) => [name, asMap(value)] as const)
  if (services.length === 0) return ['there are no services']
  return [
    ...services.flatMap(([name, service]) => [
      ...imageFaults(name, service),
      ...portFaults(name, service),
      ...environmentFaults(name, service, around),
      ...dependencyFaults(name, service, new Map(services)),
      ...volumeFaults(name, service, asMap(asMap(file).volumes)),
      ...(isOurs(service) ? ourFaults(name, service, around) : []),
    ]),
    ...secretFaults(JSON.stringify(file), around),
  ]
}

function isOurs(service: Map): boolean {
  return asText(service.image).startsWith('belfry:')
}

function imageFaults(name: string, { image }: Map): string[] {
  const [, tag] = asText(image).split(':')
  if (tag === undefined || tag === '') return [`${name}: an image without a tag`]
  return tag === 'latest' ? [`${name}: the tag latest`] : []
}

function portFaults(name: string, { ports }: Map): string[] {
  return asList(ports)
    .filter((port) => !asText(port).startsWith('127.0.0.1:'))
    .map((port) => `${name}: ${port} is open to other machines`)
}

function environmentFaults(name: string, service: Map, { variables }: Surroundings): string[] {
  const names = Object.keys(asMap(service.environment))
  const strange = isOurs(service) ? names.filter((variable) => !variables.includes(variable)) : []
  return strange.map((variable) => `${name}: ${variable} is not a variable of Belfry`)
}

function dependencyFaults(name: string, service: Map, services: ReadonlyMap<string, Map>): string[] {
  return Object.entries(asMap(service.depends_on)).flatMap(([other, how]) => {
    const target = services.get(other)
    if (target === undefined) return [`${name}: depends on ${other}, which is not there`]
    const needsHealth = asMap(how).condition === 'service_healthy'
    return needsHealth && asMap(target.healthcheck).test === undefined ? [`${name}: ${other} has no health check`] : []
  })
}

function volumeFaults(name: string, service: Map, declared: Map): string[] {
  return asList(service.volumes)
    .map((volume) => asText(volume).split(':')[0]!)
    .filter((volume) => !(volume in declared))
    .map((volume) => `${name}: the volume ${volume} is not declared`)
}

function ourFaults(name: string, service: Map, { commands }: Surroundings): string[] {
  const [command] = asList(service.command).map(asText)
  const isServer = command === 'serve'
  return [
    ...(commands.includes(command ?? '') ? [] : [`${name}: there is no command ${command}`]),
    ...(service.pull_policy === (service.build ? 'build' : 'never')
      ? []
      : [`${name}: would be looked for in a registry`]),
    ...(service.init === 'true' ? [] : [`${name}: nobody collects processes that ended (init)`]),
    ...(service.privileged === undefined && service.user === undefined
      ? []
      : [`${name}: the image's user is the right one`]),
    ...(isServer || asMap(service.healthcheck).disable === 'true' ? [] : [`${name}: asks a server it has not`]),
    ...(/^\d+s$/.test(asText(service.stop_grace_period)) ? [] : [`${name}: no time to finish what is in flight`]),
  ]
}

/** `${NAME:?words}` wherever a secret first comes in; nowhere a value in the file. */
function secretFaults(text: string, { secrets }: Surroundings): string[] {
  const values = [...text.matchAll(/"(BELFRY_OPERATOR_KEY|BELFRY_SECRET|POSTGRES_PASSWORD)":"([^"]*)"/g)]
  return [
    ...values.filter(([, , value]) => !/^\$\{\w+:\?.+\}$/.test(value!)).map(([, name]) => `${name} is not asked for`),
    ...secrets.filter((secret) => !text.includes(`\${${secret}:?`)).map((secret) => `${secret} is never asked for`),
  ]
}
