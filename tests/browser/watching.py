"""What a page was told and what it sent, as the page itself knows it.

The browser reports frames on a way of its own, which may be behind the page or ahead of it: who judges by those alone
sees a control that is not there any more, or taps twice. `WATCH` keeps count inside the page, at the moment it hears
and sends; every question is answered there, in one go.
"""

WATCH = """(() => {
  const later = setTimeout
  const trueNow = performance.now.bind(performance)
  let ahead = 0
  performance.now = () => trueNow() + ahead
  const PATIENCE = 30000
  const ACTS = 'watched.acts'
  const lines = new Set()
  const until = async (holds) => {
    const end = trueNow() + PATIENCE
    while (!holds()) {
      if (trueNow() > end) throw new Error(`the page does not catch up: ${holds}`)
      await new Promise((done) => later(done, 5))
    }
  }
  const frame = () => new Promise((done) => { requestAnimationFrame(() => done()); later(done, 50) })
  let pings = 0
  let clicks = 0
  addEventListener('click', () => clicks++, true)

  window.WebSocket = class extends WebSocket {
    table = null
    situation = null
    situations = 0
    phase = null
    unanswered = new Set()
    pongs = new Set()

    constructor(...how) {
      super(...how)
      lines.add(this)
      this.addEventListener('close', () => lines.delete(this))
      this.addEventListener('message', ({ data }) => {
        const message = JSON.parse(data)
        if (message.table) this.phase = message.table.phase
        if (message.situation) {
          this.situation = message.situation
          this.situations++
        }
        if (message.type === 'Accepted' || message.type === 'Refused') this.unanswered.delete(message.id)
        if (message.type === 'Pong') this.pongs.add(message.id)
      })
    }

    send(text) {
      const message = JSON.parse(text)
      if (message.type === 'Hello') this.table = message.table
      if (message.type === 'Act') {
        this.unanswered.add(message.id)
        // Outlasts a reload.
        const sent = JSON.parse(sessionStorage.getItem(ACTS) ?? '[]').filter((act) => act.id !== message.id)
        sessionStorage.setItem(ACTS, JSON.stringify([...sent, message]))
      }
      super.send(text)
    }

    // From here on nothing is heard and nothing can be sent, long before the line is closed.
    close(...how) {
      lines.delete(this)
      super.close(...how)
    }

    // The page keeps the hash of each situation it has shown, for the proof of the deal.
    isShown() {
      const kept = JSON.parse(localStorage.getItem(`touchwood.promised.${this.table}`) ?? '{"hashes":[]}')
      return this.situation === null || kept.hashes.includes(this.situation.hash)
    }

    // Lines are in order: whatever the server had said before it answers has come.
    async hearsAll() {
      const id = `watch-${++pings}`
      super.send(JSON.stringify({ type: 'Ping', id }))
      await until(() => this.pongs.has(id) || !lines.has(this))
    }
  }

  window.watched = {
    acts: () => JSON.parse(sessionStorage.getItem(ACTS) ?? '[]'),
    clicks: () => clicks,
    // A finger's click comes after its touch is over, on a busy machine long after.
    clicked: (before) => until(() => clicks > before),
    isAsked: () => document.title.startsWith('●'),
    isWaiting: () => [...lines].some((line) => line.unanswered.size > 0),
    situation: () => [...lines].find((line) => line.situation)?.situation ?? null,
    situations: () => [...lines].reduce((sum, line) => sum + line.situations, 0),
    async caughtUp() {
      await until(() => lines.size > 0 && [...lines].every((line) => line.situations > 0 || line.phase === 'lobby'))
      await Promise.all([...lines].map((line) => line.hearsAll()))
      await until(() => [...lines].every((line) => line.unanswered.size === 0 && line.isShown()))
      // What draws a game comes after its situation, on a busy machine long after: until then the table is empty.
      await until(() => [...document.querySelectorAll('main')].every((main) => main.childElementCount > 0))
      await frame()
    },
    // A tap right after a change is no move; a person takes that long to look anyway.
    lookedAt: () => void (ahead += 320),
  }
})()"""
