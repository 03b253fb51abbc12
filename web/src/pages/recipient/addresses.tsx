import { useState } from 'preact/hooks'
import { act, report } from '../../act.ts'
import { api, type Recipient } from '../../api.ts'
import { type ChannelList, useChannelName, useChannels } from '../../channels.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Panel } from '../../parts/page.tsx'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/recipients.ts'

export function Addresses({ recipient }: { readonly recipient: Recipient }) {
  const w = useWords(words)
  const channelName = useChannelName()
  const { value } = useChannels()
  const of = (needs: boolean) => value?.items.filter((one) => one.needsAddress === needs).map(({ name }) => name) ?? []
  const names = [...new Set([...Object.keys(recipient.addresses), ...of(true)])]
  const others = of(false).filter((name) => !names.includes(name))
  return (
    <Panel title={w.addresses}>
      <p class="hint">{w.addressesAbout}</p>
      <div>
        {names.map((channel) => (
          <Address
            key={`${channel} ${recipient.addresses[channel]}`}
            {...{ recipient, channel }}
            mode={modeOf(value, channel)}
          />
        ))}
        {others.map((channel) => (
          <div key={channel} class="address">
            <p class="grow">
              <strong>{channelName(channel)}</strong>:{' '}
              <span class="faint">{channel === 'in_app' ? w.needsNoTest : w.needsNone}</span>
            </p>
            {channel !== 'in_app' && <TestSend id={recipient.id} channel={channel} />}
          </div>
        ))}
      </div>
    </Panel>
  )
}

type Mode = 'active' | 'demo' | 'none' | null

/** Null: not known yet. */
function modeOf(channels: ChannelList | undefined, channel: string): Mode {
  if (!channels) return null
  return channels.items.find(({ name }) => name === channel)?.mode ?? 'none'
}

const replyCharsMax = 160

function TestSend({ id, channel }: { readonly id: string; readonly channel: string }) {
  const w = useWords(words)
  const name = useChannelName()(channel)
  const send = () =>
    act({
      async run() {
        const { outcome, reply } = await api.channels.test({ channel, recipient: id })
        const isGood = outcome === 'delivered' || outcome === 'suppressed'
        const text = outcome === 'suppressed' ? w.triedDemo(name) : w.tried(name, w.outcomes[outcome] ?? outcome)
        report(isGood ? 'said' : 'failed', text, reply && cut(reply))
      },
    })
  return <Button onPress={send}>{w.tryIt}</Button>
}

function cut(text: string): string {
  return text.length > replyCharsMax ? `${text.slice(0, replyCharsMax)}…` : text
}

interface AddressProps {
  readonly recipient: Recipient
  readonly channel: string
  readonly mode: Mode
}

function Address({ recipient, channel, mode }: AddressProps) {
  const w = useWords(words)
  const c = useWords(core)
  const name = useChannelName()(channel)
  const { id } = recipient
  const known = recipient.addresses[channel]
  const suspended = recipient.suspended[channel]
  const [text, setText] = useState(known ?? '')
  const put = (address: string | null) => api.recipients.putAddresses({ id, [channel]: address })
  const save = () => act({ run: () => put(text.trim() || null), said: w.saved, undo: () => put(known ?? null) })
  const verify = () => api.recipients.verifyAddress({ id, channel })
  const suspend = () => api.recipients.suspendAddress({ id, channel, reason: 'by hand' })
  return (
    <div class="address">
      <TextField
        label={w.address(name)}
        value={text}
        onInput={setText}
        placeholder={w.noAddress}
        {...(mode === 'demo' ? { hint: w.inDemo(name) } : mode === 'none' ? { hint: w.notSetUp(name) } : {})}
        {...(suspended ? { error: w.addressBad(suspended.reason) } : {})}
      />
      {text !== (known ?? '') && <Button onPress={save}>{c.save}</Button>}
      {known !== undefined && text === known && !suspended && mode !== 'none' && <TestSend id={id} channel={channel} />}
      {suspended && (
        <Button onPress={() => act({ run: verify, said: w.usedAgain, undo: suspend })}>{w.useAgain}</Button>
      )}
      {known !== undefined && !suspended && (
        <Button kind="quiet" onPress={() => act({ run: suspend, said: w.suspended, undo: verify })}>
          {w.suspend}
        </Button>
      )}
    </div>
  )
}
