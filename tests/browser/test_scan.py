"""Coming to a table by its QR, read in the page."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, code_of

SCAN = "Scan a table’s QR"


def picture_of_qr(host: Phone, file: Path) -> Path:
    """As a phone sees it that is held over another one: with the table around it."""
    host.tap("Show the QR code large")
    host.page.get_by_role("dialog").get_by_role("img").evaluate("(image) => image.decode()")
    host.page.screenshot(path=str(file))
    host.close_sheet()
    return file


def take_picture(phone: Phone, file: Path) -> None:
    with phone.page.expect_file_chooser() as asked:
        phone.tap(SCAN)
    asked.value.set_files(file)


def test_a_picture_of_the_qr_leads_to_the_table_over_plain_http(phones: Phones, tmp_path: Path) -> None:
    host = phones.at_new_table("tag", "Bo")
    code = code_of(host)
    picture = picture_of_qr(host, tmp_path / "qr.png")
    # A name as in a home network: browsers give no camera there.
    phones.server = phones.server.replace("127.0.0.1", "table.home")
    phone = phones.new("Ana").go()
    assert not phone.page.evaluate("isSecureContext")
    loaded: list[str] = []
    phone.page.on("request", lambda request: loaded.append(request.url))
    empty = tmp_path / "empty.png"
    phone.page.screenshot(path=str(empty))
    take_picture(phone, empty)
    expect(phone.toast("No QR could be read")).to_be_visible()
    take_picture(phone, picture)
    expect(phone.page).to_have_url(re.compile(f"#/t/{code}$"))
    expect(phone.page.get_by_role("heading", name="TAG")).to_be_visible()
    assert any("decode" in address for address in loaded), "what reads it is loaded on the tap"


def test_where_there_is_a_camera_it_is_looked_through(phones: Phones) -> None:
    """Chromium's camera is a film that a test draws: here the QR of a table."""
    host = phones.at_new_table("tag", "Bo")
    phone = phones.new("Ana").go()
    assert phone.page.evaluate("isSecureContext")
    phone.page.evaluate(
        """async (address) => {
          const qr = new Image()
          qr.src = address
          await qr.decode()
          const canvas = document.createElement('canvas')
          canvas.width = 640
          canvas.height = 480
          const drawing = canvas.getContext('2d')
          const draw = () => {
            drawing.fillStyle = '#777'
            drawing.fillRect(0, 0, 640, 480)
            drawing.drawImage(qr, 170, 90, 300, 300)
          }
          draw()
          setInterval(draw, 50)
          navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20)
        }""",
        f"/api/tables/{code_of(host)}/qr.svg",
    )
    phone.tap(SCAN)
    expect(phone.page).to_have_url(re.compile(f"#/t/{code_of(host)}$"))
