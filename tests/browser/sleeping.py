"""A phone in a pocket: hidden and frozen, until it is looked at again."""

from tests.browser.phones import Phone


def put_to_sleep(phone: Phone) -> None:
    """As a phone in a pocket: hidden first, then frozen."""
    phone.page.evaluate(
        """() => {
          Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
          Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' })
          document.dispatchEvent(new Event('visibilitychange'))
        }"""
    )
    set_life(phone, "frozen")


def wake(phone: Phone) -> None:
    set_life(phone, "active")
    phone.page.evaluate(
        """() => {
          delete document.hidden
          delete document.visibilityState
          document.dispatchEvent(new Event('visibilitychange'))
          dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
        }"""
    )


def set_life(phone: Phone, state: str) -> None:
    session = phone.context.new_cdp_session(phone.page)
    session.send("Page.setWebLifecycleState", {"state": state})
    session.detach()
