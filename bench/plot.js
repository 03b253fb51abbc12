// The table as a picture: a bar for each contender as a ratio to the fastest peer of its row, so that rows of different units
// share one axis. Longer is better everywhere (lateness is turned round).

const width = 860
const left = 190
const barHeight = 16
const colours = { belfry: '#1d6f5c', peer: '#b9b4a8', best: '#7d776a' }

export function plot(results, rows) {
  const shown = rows.filter(({ id }) => results.rows[id]?.ratios)
  const most = Math.max(2, ...shown.flatMap(({ id }) => Object.values(results.rows[id].ratios)))
  // A row with a tenfold lead would flatten all others: the axis ends at four, longer bars are cut and say so.
  const end = Math.min(4, most)
  const scale = (ratio) => (Math.min(ratio, end) / end) * (width - left - 90)
  let y = 40
  const parts = []
  for (const row of shown) {
    const { ratios, best, values } = results.rows[row.id]
    parts.push(words(12, y, `${row.number}. ${row.title}`, { weight: 600 }))
    y += 10
    for (const [label, ratio] of Object.entries(ratios)) {
      const colour = label.startsWith('belfry') ? colours.belfry : label === best ? colours.best : colours.peer
      const value = Number(values[label]).toLocaleString('en')
      parts.push(words(left - 8, y + 12, label, { anchor: 'end' }))
      parts.push(
        `<rect x="${left}" y="${y}" width="${scale(ratio).toFixed(1)}" height="${barHeight - 3}" fill="${colour}"/>`,
      )
      const cut = ratio > end ? ' →' : ''
      parts.push(words(left + scale(ratio) + 6, y + 12, `${ratio.toFixed(2)} × (${value})${cut}`))
      y += barHeight
    }
    y += 26
  }
  const one = left + scale(1)
  const line = `<line x1="${one}" y1="30" x2="${one}" y2="${y - 20}" stroke="#a33" stroke-dasharray="3 3"/>`
  const head = words(12, 20, 'Ratio to the fastest peer of the row (dashed: 1 ×); longer is better', { weight: 600 })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img"
  aria-label="Belfry beside its peers, as ratios" font-family="system-ui, sans-serif" font-size="12">
<rect width="${width}" height="${y}" fill="#fdfcf9"/>
${[head, line, ...parts].join('\n')}
</svg>
`
}

function words(x, y, text, { anchor = 'start', weight = 400 } = {}) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x.toFixed?.(1) ?? x}" y="${y}" text-anchor="${anchor}" font-weight="${weight}" fill="#222">${escaped}</text>`
}
