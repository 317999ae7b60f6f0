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
  const sockets = new Set()
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
      sockets.add(this)
      this.addEventListener('close', () => sockets.delete(this))
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

    // From here on nothing is heard and nothing can be sent, long before the connection is closed.
    close(...how) {
      sockets.delete(this)
      super.close(...how)
    }

    // The page keeps the hash of each situation it has shown, for the proof of the deal.
    isShown() {
      const kept = JSON.parse(localStorage.getItem(`touchwood.promised.${this.table}`) ?? '{"hashes":[]}')
      return this.situation === null || kept.hashes.includes(this.situation.hash)
    }

    // A connection keeps its order: whatever the server had said before it answers has come.
    async hearsAll() {
      const id = `watch-${++pings}`
      super.send(JSON.stringify({ type: 'Ping', id }))
      await until(() => this.pongs.has(id) || !sockets.has(this))
    }
  }

  window.watched = {
    acts: () => JSON.parse(sessionStorage.getItem(ACTS) ?? '[]'),
    clicks: () => clicks,
    // A finger's click comes after its touch is over, on a busy machine long after.
    clicked: (before) => until(() => clicks > before),
    isAsked: () => document.title.startsWith('●'),
    isWaiting: () => [...sockets].some((socket) => socket.unanswered.size > 0),
    situation: () => [...sockets].find((socket) => socket.situation)?.situation ?? null,
    situations: () => [...sockets].reduce((sum, socket) => sum + socket.situations, 0),
    async caughtUp() {
      const hasBegun = (socket) => socket.situations > 0 || socket.phase === 'lobby'
      await until(() => sockets.size > 0 && [...sockets].every(hasBegun))
      await Promise.all([...sockets].map((socket) => socket.hearsAll()))
      await until(() => [...sockets].every((socket) => socket.unanswered.size === 0 && socket.isShown()))
      // What draws a game comes after its situation, on a busy machine long after: until then the table is empty.
      await until(() => [...document.querySelectorAll('main')].every((main) => main.childElementCount > 0))
      await frame()
    },
    // A tap right after a change is no move; a person takes that long to look anyway.
    lookedAt: () => void (ahead += 320),
  }
})()"""
