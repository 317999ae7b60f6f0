import { mount } from 'svelte'
import App from './App.svelte'
import { settings, watchDevicePreferences } from './device/settings.svelte'
import { wakeSound } from './device/sound'
import './style/fonts.css'
import './style/tokens.css'
import './style/base.css'
import { speech } from './telling/speech.svelte'

settings.show()
watchDevicePreferences()
addEventListener('pointerdown', wakeSound)
addEventListener('keydown', wakeSound)

void speech.speak(settings.language).then(() => mount(App, { target: document.getElementById('page')! }))
