import { expect, it } from 'vitest'
import { connectionTo } from './connection.ts'

it.each([
  ['postgres://u:p@h/d', 'postgres://u:p@h/d', undefined],
  ['postgres://u:p%23@h:1/d?sslmode=require', 'postgres://u:p%23@h:1/d?sslmode=require', undefined],
  ['postgres://h/d?application_name=shop', 'postgres://h/d', undefined],
  ['postgres:///d?host=/tmp&application_name=a&port=1', 'postgres:///d?host=/tmp&port=1', undefined],
  ['postgres://h/d?options=-c%20search_path%3Dapp&ssl=0', 'postgres://h/d?ssl=0', '-c search_path=app'],
  ['postgres://h/d?options=-c search_path=app', 'postgres://h/d', '-c search_path=app'],
  ['/var/run/postgresql what?options=1', '/var/run/postgresql what?options=1', undefined],
])('%s', (url, connectionString, options) => {
  expect(connectionTo(url)).toEqual({ connectionString, ...(options ? { options } : {}) })
})
