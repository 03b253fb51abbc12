// `belfry completion`: names of commands, for bash, and for zsh through its bashcompinit.

import { commands } from './commands.ts'
import type { Command } from './program/command.ts'

export const completion: Command = {
  usage: ['completion'],
  words: [0, 0],
  examples: [['completion >> ~/.bashrc', 'from the next shell on, Tab completes commands']],
  async run(call) {
    const names = Object.keys(commands).join(' ')
    const script = `_belfry() {
  if [ "$COMP_CWORD" -eq 1 ] || [ "\${COMP_WORDS[1]}" = help ]; then
    COMPREPLY=($(compgen -W '${names}' -- "\${COMP_WORDS[COMP_CWORD]}"))
  fi
}
complete -o default -F _belfry belfry
`
    await call.answer({ shell: 'bash', script }, () => script)
    return undefined
  },
}
