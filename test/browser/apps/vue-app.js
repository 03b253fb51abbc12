import { createApp } from 'vue'
import Shop from './vue-app.vue'

globalThis.app = {
  told: [],
  begin: (props) => void createApp(Shop, { begin: props }).mount('#app'),
}
