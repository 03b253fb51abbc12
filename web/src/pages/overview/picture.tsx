import { useWords } from '../../language.ts'
import { words } from '../../words/welcome.ts'

const rows = [44, 104, 164]

/** A thing, its reminders, and the channels on which they go out. */
export function Picture() {
  const w = useWords(words)
  return (
    <svg class="idea" viewBox="0 0 560 220" role="img" aria-label={w.picture}>
      <text class="head" x="80" y="20">
        {w.thing}
      </text>
      <text class="head" x="295" y="20">
        {w.reminders}
      </text>
      <text class="head" x="490" y="20">
        {w.channels}
      </text>
      {rows.map((y) => (
        <g key={y}>
          <path class="way" d={`M160 114 C190 114 190 ${y + 18} 220 ${y + 18}`} />
          <path class="way" d={`M370 ${y + 18} H424`} />
          <path class="tip" d={`M424 ${y + 13} l8 5 l-8 5 z`} />
        </g>
      ))}
      <rect class="thing" x="4" y="84" width="156" height="60" rx="10" />
      <text class="name" x="82" y="110">
        {w.thingExample[0]}
      </text>
      <text class="name" x="82" y="128">
        {w.thingExample[1]}
      </text>
      {rows.map((y, i) => (
        <g key={y}>
          <rect class="reminder" x="220" y={y} width="150" height="36" rx="18" />
          <circle class="bell" cx="236" cy={y + 18} r="5" />
          <text class="name" x="303" y={y + 23}>
            {w.offsets[i]}
          </text>
          <rect class="channel" x="434" y={y} width="120" height="36" rx="8" />
          <text class="name" x="494" y={y + 23}>
            {w.channelNames[i]}
          </text>
        </g>
      ))}
    </svg>
  )
}
