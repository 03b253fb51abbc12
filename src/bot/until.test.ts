import { describe, expect, it } from 'vitest'
import { readPause, readUntil } from './until.ts'

// a Wednesday
const at = { now: new Date('2031-05-07T10:00:00Z'), zone: 'UTC', defaultHour: '09:00' }
const numbers = (...list: number[]) => ({ kind: 'numbers', numbers: list })
const none = { kind: 'none' }

describe('/pause', () => {
  it.each([
    ['', none, null],
    ['3', numbers(3), null],
    ['1,3', numbers(1, 3), null],
    ['3번', numbers(3), null],
    ['all', { kind: 'all' }, null],
    ['전부', { kind: 'all' }, null],
    ['until monday', none, '2031-05-12T09:00:00.000Z'],
    ['till friday 6pm', none, '2031-05-09T18:00:00.000Z'],
    ['all until tomorrow', { kind: 'all' }, '2031-05-08T09:00:00.000Z'],
    ['3 until friday', numbers(3), '2031-05-09T09:00:00.000Z'],
    ['for 3 days', none, '2031-05-10T10:00:00.000Z'],
    ['for an hour', none, '2031-05-07T11:00:00.000Z'],
    ['2 hours', none, '2031-05-07T12:00:00.000Z'],
    ['monday', none, '2031-05-12T09:00:00.000Z'],
    ['월요일까지', none, '2031-05-12T09:00:00.000Z'],
    ['내일 저녁 6시까지', none, '2031-05-08T18:00:00.000Z'],
    ['전부 월요일까지', { kind: 'all' }, '2031-05-12T09:00:00.000Z'],
    ['3번 금요일까지', numbers(3), '2031-05-09T09:00:00.000Z'],
    ['3일 동안', none, '2031-05-10T10:00:00.000Z'],
    ['5월 9일까지', none, '2031-05-09T09:00:00.000Z'],
    ['두 시간 동안', none, '2031-05-07T12:00:00.000Z'],
    ['1시간', none, '2031-05-07T11:00:00.000Z'],
    ['전부 2시간', { kind: 'all' }, '2031-05-07T12:00:00.000Z'],
    ['3일간', none, '2031-05-10T10:00:00.000Z'],
    ['한 시간 간', none, '2031-05-07T11:00:00.000Z'],
  ])('%s', (said, picked, until) => {
    const language = /[가-힣]/.test(said) ? 'ko' : 'en'
    const read = readPause(said)
    expect(read.picked).toEqual(picked)
    const when = read.when === null ? null : readUntil(read.when, { ...at, language })
    expect(when && 'at' in when ? when.at.toISOString() : when).toBe(until)
  })

  it('in the other language than theirs is read as well', () => {
    const until = (said: string, language: 'en' | 'ko') => {
      const { when } = readPause(said)
      return readUntil(when!, { ...at, language })
    }
    expect(until('3일', 'en')).toEqual({ kind: 'until', at: new Date('2031-05-10T10:00:00Z') })
    expect(until('2 hours', 'ko')).toEqual({ kind: 'until', at: new Date('2031-05-07T12:00:00Z') })
  })

  it.each([
    ['until yesterday', 'past'],
    ['어제까지', 'past'],
    ['until the cows come home', 'unclear'],
    ['until every monday', 'unclear'],
    ['everything forever', 'unclear'],
    ['until', 'unclear'],
  ])('%s is no moment to wait for', (said, kind) => {
    const language = /[가-힣]/.test(said) ? 'ko' : 'en'
    const { when } = readPause(said)
    expect(readUntil(when ?? '', { ...at, language })).toEqual({ kind })
  })
})
