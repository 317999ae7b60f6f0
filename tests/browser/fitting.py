"""Whether a screen fits: measured by boxes, for any size it is shown at."""

from typing import Any

from playwright.sync_api import ViewportSize

from tests.browser.phones import Phone

SIZES = [(320, 568), (390, 844), (844, 390), (768, 1024), (1366, 768)]
"""A small phone, a phone, the same turned, a tablet, a laptop."""
SMALLEST, TURNED = SIZES[0], SIZES[2]
ZOOMED = {"200%": (640, 400), "400%": (320, 256)}
"""What a screen of 1280 pixels has left."""

# What is under a sheet is not looked at; in a sheet things may be scrolled to, on a table they are in sight.
MISFITS = """({ width, height, mayScroll }) => {
  const dialogs = document.querySelectorAll('dialog:modal')
  const alone = document.querySelector('[role=alertdialog], section.dark')
  const root = dialogs[dialogs.length - 1] ?? alone ?? document.body
  const scrolls = mayScroll || dialogs.length > 0
  const found = []
  const told = (one) => (one.innerText || one.outerHTML).trim().replace(/\\s+/g, ' ').slice(0, 60)
  const ignored = '[inert], .unseen, .images, [data-toasts]'
  const shown = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }
  const isSeen = (one) => one.checkVisibility(shown) && !one.closest(ignored)
  const clippers = (one, withIt = false) => {
    const all = []
    for (let each = withIt ? one : one.parentElement; each?.parentElement; each = each.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(each)
      const isMore = each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1
      const isScrolling = /auto|scroll/.test(overflowX + overflowY) && isMore
      if (overflowX !== 'visible' || overflowY !== 'visible') all.push({ each, isScrolling })
      if (position === 'fixed' || each === root) break
    }
    return all
  }
  const aside = (box, frame) => Math.max(frame.left - box.left, box.right - frame.right)
  const beyond = (box, frame) => Math.max(aside(box, frame), frame.top - box.top, box.bottom - frame.bottom)
  const screen = { left: 0, top: 0, right: width, bottom: height }
  const controls = 'button, a[href], input, select, textarea, summary, [role=slider]'
  // A lesson tells one thing at a time, and may lie over all but what it points at.
  const spot = document.querySelector('[data-lesson-spot]')?.getBoundingClientRect()
  const isPointedAt = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return spot && x >= spot.left && y >= spot.top && x + width <= spot.right && y + height <= spot.bottom
  }
  const isTold = (one, hit) => hit.closest('[data-lesson]') !== null && !isPointedAt(one)
  const coveredPoints = (one) => {
    const box = one.getBoundingClientRect()
    let hidden = 0
    let points = 0
    for (const across of [0.15, 0.5, 0.85]) for (const down of [0.15, 0.5, 0.85]) {
      const x = box.left + box.width * across
      const y = box.top + box.height * down
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      points++
      const hit = document.elementFromPoint(x, y)
      const isOver = hit && !one.contains(hit) && !hit.contains(one)
      if (isOver && !hit.closest('[data-toasts]') && !isTold(one, hit)) hidden++
    }
    return { hidden, points }
  }
  for (const one of [...root.querySelectorAll(controls)].filter(isSeen)) {
    const box = one.getBoundingClientRect()
    // A fanned card leans over its edge a little.
    const little = one.closest('.hand') ? 9 : 2
    const around = clippers(one)
    const isScrolled = around.some(({ isScrolling }) => isScrolling)
    if (scrolls && isScrolled) continue
    const clipped = around.map(({ each }) => beyond(box, each.getBoundingClientRect()))
    const out = Math.max((scrolls ? aside : beyond)(box, screen), ...clipped)
    if (out > little) {
      found.push(`not in sight by ${Math.round(out)}: ${told(one)}`)
      continue
    }
    let { hidden, points } = coveredPoints(one)
    // What lies below a bar at the foot of a page that scrolls can be scrolled out from under it.
    if (scrolls && hidden) {
      one.scrollIntoView({ block: 'center', behavior: 'instant' })
      ;({ hidden, points } = coveredPoints(one))
    }
    const most = one.closest('.hand') ? 0.7 : 0.34
    if (points && hidden / points > most) found.push(`covered ${hidden} of ${points}: ${told(one)}`)
  }
  const isShortened = (one) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(one)
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement
    if (!node.textContent.trim() || !isSeen(one) || one.closest('svg, select, .cascade, style')) continue
    // What happened last ends in dots where it is long; the log has it whole.
    if (isShortened(one) || isShortened(one.parentElement)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const all = clippers(one, true)
    // What can be scrolled to is not cut by what is around the scrolling.
    const first = all.findIndex(({ isScrolling }) => isScrolling)
    const around = first < 0 ? all : all.slice(0, first)
    for (const line of range.getClientRects()) {
      const isWide = first < 0 && (line.right > width + 2 || line.left < -2)
      const cut = around.find(({ each }) => {
        const frame = each.getBoundingClientRect()
        const part = line.height * 0.3
        return aside(line, frame) > 2 || line.bottom - part > frame.bottom || line.top + part < frame.top
      })
      if (isWide || cut) {
        found.push(`cut: ${told(one)}`)
        break
      }
    }
  }
  // A title is broken between its words, not within one.
  for (const title of [...root.querySelectorAll('h1')].filter(isSeen)) {
    const text = title.firstChild
    for (const { 0: word, index } of text?.nodeType === Node.TEXT_NODE ? text.data.matchAll(/[A-Za-z]+/g) : []) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(`broken: ${word}`)
    }
  }
  return found
}"""
# A phone makes its window as wide as a page that is too wide, so what counts is how wide it was to be. And a page that
# does not scroll may still cut something off; what a finger must reach may not be.
SIDEWAYS = """async (room) => {
  const width = () => Math.max(innerWidth, document.scrollingElement.scrollWidth)
  // A new size takes a phone some frames; what is still too wide after many of them is too wide.
  for (let frame = 0; frame < 3 || (frame < 90 && width() > room); frame++) await new Promise(requestAnimationFrame)
  const whole = width()
  const box = (one) => one.getBoundingClientRect()
  // A fanned card leans over its edge a little.
  const little = (one) => (one.closest('.hand') ? 9 : 1)
  const isOut = (one) => box(one).right > room + little(one) || box(one).left < -little(one)
  const told = (all) => all.filter(isOut).slice(0, 3).map((one) => one.outerHTML.slice(0, 120)).join(' ')
  if (whole > room) return [`scrolls sideways, ${whole} > ${room}: ${told([...document.querySelectorAll('body *')])}`]
  const isScrolling = (one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth
  const isInScrolling = (one) => one !== null && (isScrolling(one) || isInScrolling(one.parentElement))
  const pressed = [...document.querySelectorAll('button, a[href], input, select')]
  const cut = told(pressed.filter((one) => one.checkVisibility() && !isInScrolling(one)))
  return cut ? [`cut off at the side: ${cut}`] : []
}"""
SETTLED = "async () => { for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame) }"
# Whose turn it is, and what is to be pressed next; before a sheet and for onlookers there may be no such thing.
LOST_IN_LARGE_PRINT = """async ({ width, height }) => {
  const { style } = document.documentElement
  style.fontSize = '200%'
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
  const isSeen = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect()
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    const hit = x > 0 && x < width && y > 0 && y < height ? document.elementFromPoint(x, y) : null
    return hit !== null && (one.contains(hit) || hit.contains(one))
  }
  const found = ['[data-status]', '[data-next]'].flatMap((which) => {
    if (document.querySelector('dialog:modal')) return []
    const all = [...document.querySelectorAll(which)].filter((one) => one.checkVisibility() && !one.closest('[inert]'))
    return all.length === 0 || all.some(isSeen) ? [] : [`${which} is out of sight: ${all[0].innerText.slice(0, 60)}`]
  })
  style.fontSize = ''
  return found
}"""


def show_at(phone: Phone, size: tuple[int, int]) -> ViewportSize:
    """Turn or resize it while it is looked at."""
    room = ViewportSize(width=size[0], height=size[1])
    phone.page.set_viewport_size(room)
    phone.page.evaluate(SETTLED)
    return room


def misfits(phone: Phone, size: tuple[int, int], *, may_scroll: bool) -> list[str]:
    """What is not in sight, covered or cut when the screen has this size."""
    room: Any = {**show_at(phone, size), "mayScroll": may_scroll}
    found: list[str] = phone.page.evaluate(MISFITS, room)
    return [f"{size[0]}x{size[1]}: {each}" for each in found]


def lasting_misfits(phone: Phone, size: tuple[int, int], *, may_scroll: bool) -> list[str]:
    """Those that are still there when a table that has just been loaded has shown what it had to show."""
    for _ in range(60):
        found = misfits(phone, size, may_scroll=may_scroll)
        if not found:
            break
    return found


def lost_in_large_print(phone: Phone) -> list[str]:
    """With letters twice as large the felt may scroll, but not the question and its answer."""
    room: Any = phone.page.viewport_size
    found: list[str] = phone.page.evaluate(LOST_IN_LARGE_PRINT, room)
    return [f"{room['width']}x{room['height']}, letters at 200%: {each}" for each in found]


def sideways(phone: Phone, size: str) -> list[str]:
    room = phone.page.viewport_size
    assert room is not None
    return [f"at {size}: {each}" for each in phone.page.evaluate(SIDEWAYS, room["width"])]
