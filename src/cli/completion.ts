// `belfry completion`: names of commands, for bash, and for zsh through its bashcompinit.

import { commands } from './commands.ts'
import { usageError } from './program/arguments.ts'
import type { Command } from './program/command.ts'

const shells = ['bash', 'zsh']

export const completion: Command = {
  usage: ['completion [bash|zsh]'],
  words: [0, 1],
  examples: [
    ['completion >> ~/.bashrc', 'from the next shell on, Tab completes commands'],
    ['completion zsh >> ~/.zshrc', 'the same for zsh'],
  ],
  async run(call) {
    const [shell = 'bash'] = call.words
    if (!shells.includes(shell))
      throw usageError(`There is no completion for ${JSON.stringify(shell)}.`, shells.join(', '))
    const names = Object.keys(commands).join(' ')
    const script = `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}_belfry() {
  if [ "$COMP_CWORD" -eq 1 ] || [ "\${COMP_WORDS[1]}" = help ]; then
    COMPREPLY=($(compgen -W '${names}' -- "\${COMP_WORDS[COMP_CWORD]}"))
  fi
}
complete -o default -F _belfry belfry
`
    await call.answer({ shell, script }, () => script)
    return undefined
  },
}
