/* On pages with a form for a passkey: asks the browser for one when the form is sent, and sends the browser's answer along.
 * The form is hidden until this script knows that the browser can; the words after it say what is needed where it can't. */

type PasskeyOptions = { publicKey: Record<string, unknown> }
type PasskeyAnswer = { toJSON: () => unknown }

const forms = document.querySelectorAll<HTMLFormElement>('form[data-passkey]')

for (const form of forms) {
  if (!('PublicKeyCredential' in window) || !('parseRequestOptionsFromJSON' in PublicKeyCredential)) {
    if (form.nextElementSibling instanceof HTMLParagraphElement) form.nextElementSibling.dataset['shown'] = ''
    continue
  }
  form.hidden = false
  form.addEventListener('submit', (event) => {
    const field = form.elements.namedItem('passkey')
    if (!(field instanceof HTMLInputElement) || field.value !== '') return
    event.preventDefault()
    void sendWithAnswer(form, field)
  })
}

// The browser restored the page from memory: clear the answer, which is valid once.
addEventListener('pageshow', () => {
  for (const form of forms) {
    const field = form.elements.namedItem('passkey')
    if (field instanceof HTMLInputElement) field.value = ''
  }
})

async function sendWithAnswer(form: HTMLFormElement, field: HTMLInputElement): Promise<void> {
  try {
    const answer = await answerOf(form.dataset['passkey'] ?? '')
    field.value = JSON.stringify(answer.toJSON())
    form.requestSubmit()
  } catch (error) {
    showError(form, error)
  }
}

async function answerOf(address: string): Promise<PasskeyAnswer> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error('no question came')
  const { publicKey } = (await response.json()) as PasskeyOptions
  const isNew = 'rp' in publicKey
  const credential = isNew
    ? await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as never),
      })
    : await navigator.credentials.get({
        publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as never),
      })
  if (!credential) throw new Error('no passkey came')
  return credential as never
}

/** Shows why no passkey came: this device has it already (`known`), the person cancelled (`stopped`), or anything else failed. */
function showError(form: HTMLFormElement, error: unknown): void {
  const name = error instanceof DOMException ? error.name : ''
  const message = name === 'InvalidStateError' ? 'known' : name === 'NotAllowedError' ? 'stopped' : 'failed'
  const output = form.querySelector('output')
  if (output) output.textContent = form.dataset[message] ?? ''
}
