import { showBusy } from './busy.ts'
import { isHeavyPhoto, smallerPhoto } from './smaller-photo.ts'

/* A form with photos (`data-photos` on their fields) waits for a moment while the phone makes them smaller, and is then
 * sent as it was pressed. A form with `data-outbox` is taken over by `outbox.ts`, which does the same. */
const waiting = new WeakSet<HTMLFormElement>()
const ready = new WeakSet<HTMLFormElement>()

// Runs before any other script sees the form.
addEventListener(
  'submit',
  (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || ready.has(form)) return
    if (globalThis.isSecureContext && form.dataset['outbox'] !== undefined) return
    const fields = [...form.querySelectorAll<HTMLInputElement>('[data-photos]')].filter(hasHeavyPhoto)
    if (fields.length === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (waiting.has(form)) return
    waiting.add(form)
    if (submitter instanceof HTMLButtonElement) showBusy(submitter)
    void sendSmaller(form, fields, submitter)
  },
  true,
)

async function sendSmaller(
  form: HTMLFormElement,
  fields: readonly HTMLInputElement[],
  submitter: HTMLElement | null,
): Promise<void> {
  // A phone without memory sends its photos as they are.
  await shrinkIn(fields).catch(() => {})
  waiting.delete(form)
  ready.add(form)
  form.requestSubmit(submitter?.isConnected ? submitter : null)
  ready.delete(form)
}

function hasHeavyPhoto({ files }: HTMLInputElement): boolean {
  return [...(files ?? [])].some(isHeavyPhoto)
}

async function shrinkIn(fields: readonly HTMLInputElement[]): Promise<void> {
  for (const field of fields) {
    const list = new DataTransfer()
    // One after the other: a phone has no memory to draw many at once.
    for (const file of field.files ?? []) list.items.add(await smallerPhoto(file))
    field.files = list.files
  }
}
