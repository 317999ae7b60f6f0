"""Whether a screen fits: measured by boxes, for any size it is shown at."""

from typing import Any

from tests.browser.phones import Phone

SIZES = {
    "320x568": (320, 568),
    "390x844": (390, 844),
    "844x390": (844, 390),
    "768x1024": (768, 1024),
    "1366x768": (1366, 768),
}
"""A small phone, a phone, the same turned, a tablet, a laptop."""

# What is under a sheet is not looked at; in a sheet things may be scrolled to, on a table they are in sight.
MISFITS = """({ width, height, mayScroll }) => {
  const dialogs = document.querySelectorAll('dialog:modal')
  const root = dialogs[dialogs.length - 1] ?? document.querySelector('section.dark') ?? document.body
  const scrolls = mayScroll || dialogs.length > 0
  const found = []
  const told = (one) => (one.innerText || one.outerHTML).trim().replace(/\\s+/g, ' ').slice(0, 60)
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest('[inert], .unseen, .images, [data-toasts]')
  const clippers = (one, withIt = false) => {
    const all = []
    for (let each = withIt ? one : one.parentElement; each && each !== document.documentElement; each = each.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(each)
      if (overflowX !== 'visible' || overflowY !== 'visible') all.push({ each, isScrolling: /auto|scroll/.test(overflowX + overflowY) && (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1) })
      if (position === 'fixed' || each === root) break
    }
    return all
  }
  const beyond = (box, frame) => Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top, box.bottom - frame.bottom)
  const screen = { left: 0, top: 0, right: width, bottom: height }
  const controls = [...root.querySelectorAll('button, a[href], input, select, textarea, summary, [role=slider]')].filter(isSeen)
  for (const one of controls) {
    const box = one.getBoundingClientRect()
    // A fanned card leans over its edge a little.
    const little = one.closest('.hand') ? 9 : 2
    const around = clippers(one)
    const isScrolled = around.some(({ isScrolling }) => isScrolling)
    if (scrolls && isScrolled) continue
    const out = Math.max(scrolls ? Math.max(-box.left, box.right - width) : beyond(box, screen), ...around.map(({ each }) => beyond(box, each.getBoundingClientRect())))
    if (out > little) { found.push(`not in sight by ${Math.round(out)}: ${told(one)}`); continue }
    let hidden = 0
    let points = 0
    for (const across of [0.15, 0.5, 0.85]) for (const down of [0.15, 0.5, 0.85]) {
      const x = box.left + box.width * across
      const y = box.top + box.height * down
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      points++
      const hit = document.elementFromPoint(x, y)
      if (hit && !one.contains(hit) && !hit.contains(one) && !hit.closest('[data-toasts]')) hidden++
    }
    if (points && hidden / points > (one.closest('.hand') ? 0.7 : 0.34)) found.push(`covered ${hidden} of ${points}: ${told(one)}`)
  }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement
    if (!node.textContent.trim() || !isSeen(one) || one.closest('svg, select, .cascade, style')) continue
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
        return line.right > frame.right + 2 || line.left < frame.left - 2 || line.bottom - line.height * 0.3 > frame.bottom || line.top + line.height * 0.3 < frame.top
      })
      if (isWide || cut) { found.push(`cut: ${told(one)}`); break }
    }
  }
  return found
}"""
SETTLED = "async () => { for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame) }"


def misfits(phone: Phone, *, may_scroll: bool = False) -> list[str]:
    """What is not in sight, covered or cut at the size the screen has now."""
    phone.page.evaluate(SETTLED)
    room: Any = phone.page.viewport_size
    found: list[str] = phone.page.evaluate(MISFITS, {**room, "mayScroll": may_scroll})
    return found
