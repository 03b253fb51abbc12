// node bench/report.js: results/latest.json becomes the table in README.md (between the markers) and results/latest.svg.

import { readFile, writeFile } from 'node:fs/promises'
import { plot } from './plot.js'
import { rows } from './rows.js'

const here = new URL('./', import.meta.url)
const results = JSON.parse(await readFile(new URL('results/latest.json', here), 'utf8'))
const readme = new URL('README.md', here)
const text = await readFile(readme, 'utf8')
await writeFile(
  readme,
  between(text, 'results', [machine(results), '', ...table(results), '', ...notes(results)].join('\n')),
)
await writeFile(new URL('results/latest.svg', here), plot(results, rows))

function between(whole, name, replacement) {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [head, rest] = whole.split(begin)
  const tail = rest?.split(end)[1]
  if (tail === undefined) throw new Error(`README.md has no ${begin} … ${end}`)
  return `${head}${begin}\n${replacement}\n${end}${tail}`
}

function machine({ machine: { at, cores, cpu, memoryGb, system, versions } }) {
  const names = { node: 'Node', postgres: 'PostgreSQL', redis: 'Redis' }
  const list = Object.entries(versions).map(([name, version]) => `${names[name] ?? name} ${version ?? 'absent'}`)
  return `Measured ${at} UTC: ${cores} cores (${cpu}), ${memoryGb} GB, ${system}; ${list.join(', ')}.`
}

function table({ rows: found }) {
  const lines = rows
    .filter(({ id }) => found[id])
    .map(({ id, number, title, goal }) => {
      const row = found[id]
      const ratio = row.ratio === null ? '' : `${row.ratio.toFixed(2)} × ${row.best}`
      return `| ${number} | ${title} | ${cells(row)} | ${ratio} | ${goal} | ${verdict(row)} |`
    })
  return ['| | row | measured | ratio | goal | |', '|---|---|---|---|---|---|', ...lines]
}

function cells({ values, unit, best }) {
  return Object.entries(values)
    .map(([label, value]) => {
      const shown = `${label}: ${Number(value).toLocaleString('en')}`
      return label === best || label === 'belfry' ? `**${shown}**` : shown
    })
    .join('<br>')
    .concat(unit ? `<br>${unit}` : '')
}

function verdict({ met, idealMet }) {
  if (met === null) return 'no peer'
  if (!met) return '**missed**'
  return idealMet === false ? 'met, the further one missed' : 'met'
}

function notes({ rows: found }) {
  return rows
    .filter(({ id }) => found[id])
    .map(({ id, number }) => {
      const { note, loadBefore, loadAfter } = found[id]
      return `- Row ${number}: ${note}. Load average ${loadBefore[0]} before, ${loadAfter[0]} after.`
    })
}
