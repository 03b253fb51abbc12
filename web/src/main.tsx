import { render } from 'preact'
import { App } from './app.tsx'
import { language } from './language.ts'
import { followLinks } from './place.ts'
import { ask } from './session.ts'
import { applyTheme } from './theme.ts'
import './styles/index.css'

applyTheme()
const tell = () => {
  document.documentElement.lang = language.get()
}
tell()
language.watch(tell)
followLinks()
void ask()
render(<App />, document.getElementById('app')!)
