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

// The slowest thing first. It was asked for before all this was read, and mostly is there by now: then the first screen is drawn once.
const MOSTLY_THERE = 50
const games = findGames().catch(() => undefined)
const soon = Promise.race([games, new Promise((done) => setTimeout(done, MOSTLY_THERE))])
settings.show()
watchDevicePreferences()
watchForInstall()
addEventListener('pointerdown', wakeSound)
addEventListener('keydown', wakeSound)

void learnAddress()
void Promise.all([speech.speak(settings.language), soon]).then(() => mount(App, { target: document.getElementById('page')! }))
