/* Passes a statement on as a file through any program on the phone: WhatsApp, Messages, mail. The button shows only where the browser
 * can do that, and its form notes that the statement was shared. Nobody learns who received it. */
const PDF = 'application/pdf'
/** Files that arrived too late for their press to share them: the next press finds them here. */
const fetched = new Map<string, File>()

/** Shows the buttons that share files, where files can be shared. */
export function shareFiles(): void {
  const trial = { files: [new File(['%PDF-'], 'a.pdf', { type: PDF })] }
  if (!('canShare' in navigator) || !navigator.canShare(trial)) return
  document.documentElement.dataset['sharesFiles'] = ''
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-share]') : null
    if (button) void shareFile(button)
  })
}

async function shareFile(button: HTMLElement): Promise<void> {
  const { share: address = '', shareName: name = 'extrato.pdf', shareAgain } = button.dataset
  button.ariaBusy = 'true'
  try {
    const file = fetched.get(address) ?? (await fetchFile(address, name))
    fetched.set(address, file)
    await navigator.share({ files: [file] })
    fetched.delete(address)
    button.closest('form')?.requestSubmit()
  } catch (error) {
    // The browser finds the press too long ago: ask for another. If the person cancelled, do nothing.
    if (error instanceof DOMException && error.name === 'NotAllowedError' && shareAgain) button.textContent = shareAgain
    else if (!(error instanceof DOMException && error.name === 'AbortError')) location.assign(address)
  } finally {
    button.ariaBusy = null
  }
}

async function fetchFile(address: string, name: string): Promise<File> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
  return new File([await answer.blob()], name, { type: PDF })
}
