import './device/older'
import { mount } from 'svelte'
import App from './App.svelte'
import { watchForInstall } from './device/install.svelte'
import { settings, watchDevicePreferences } from './device/settings.svelte'
import { wakeSound } from './device/sound'
import './style/fonts.css'
import './style/tokens.css'
import './style/base.css'
import { speech } from './i18n/speech.svelte'
import { learnAddress } from './wire/address.svelte'
import { findGames } from './wire/http'

// The slowest thing first.
void findGames().catch(() => undefined)
settings.show()
watchDevicePreferences()
watchForInstall()
addEventListener('pointerdown', wakeSound)
addEventListener('keydown', wakeSound)

void learnAddress()
void speech.speak(settings.language).then(() => mount(App, { target: document.getElementById('page')! }))
