// A database URL as node-pg takes it. What stands in a URL wins there over everything else that a connection is told, so a name or
// options in it would drop those that Belfry relies on: whether a run or a worker is alive is seen by the name of its connections,
// and the role of requests is an option. They are taken out of the URL; the options stay, before Belfry's own.

import type pg from 'pg'

export function connectionTo(url: string): pg.ClientConfig {
  const at = url.indexOf('?')
  // `/directory database` is no URL, and has no parameters.
  if (at < 0 || url.startsWith('/')) return { connectionString: url }
  const parameters = url.slice(at + 1).split('&')
  const others = parameters.filter((one) => !['application_name', 'options'].includes(one.split('=', 1)[0]!))
  const options = new URLSearchParams(url.slice(at)).getAll('options').at(-1)
  return {
    connectionString: others.length === 0 ? url.slice(0, at) : `${url.slice(0, at)}?${others.join('&')}`,
    ...(options ? { options } : {}),
  }
}
