/* On pages whose forms the hosted identity service takes only with a solved reCAPTCHA: gets a token for the form that
 * is being sent, and sends it along. Without a token the form is sent as it is, and the answer says what is missing. */

type Recaptcha = {
  ready: (work: () => void) => void
  execute: (key: string, of: { action: string }) => Promise<string>
}

declare global {
  interface Window {
    /** Google's object, once its script has loaded. */
    grecaptcha?: { enterprise?: Recaptcha }
  }
}

/** Milliseconds for which a form waits for its token. */
const TIMEOUT_MS = 10_000

const fields = document.querySelectorAll<HTMLInputElement>('input[data-captcha]')

for (const field of fields) {
  field.form?.addEventListener('submit', (event) => {
    if (field.dataset['sent'] === 'yes') return
    event.preventDefault()
    field.dataset['sent'] = 'yes'
    const form = field.form
    // Send after this event has ended: during it a form can't be sent again.
    const send = () => setTimeout(() => form?.requestSubmit(event.submitter))
    void tokenFor(field)
      .then((token) => (field.value = token))
      .finally(send)
      // Without a token the server's answer gives the reason.
      .catch(() => {})
  })
}

// The browser restored the page from memory: clear the token, which is valid once.
addEventListener('pageshow', () => {
  for (const field of fields) {
    field.value = ''
    delete field.dataset['sent']
  }
})

function tokenFor({ dataset }: HTMLInputElement): Promise<string> {
  const key = dataset['siteKey'] ?? ''
  const action = dataset['captcha'] ?? ''
  const solved = googleScript().then(
    (google) =>
      new Promise<string>((take, refuse) =>
        google.ready(() => void google.execute(key, { action }).then(take, refuse)),
      ),
  )
  const over = new Promise<string>((_, refuse) => setTimeout(() => refuse(new Error('no token came')), TIMEOUT_MS))
  return Promise.race([solved, over])
}

/** Waits for Google's script, which loads by itself. */
function googleScript(): Promise<Recaptcha> {
  return new Promise((take, refuse) => {
    const look = () =>
      window.grecaptcha?.enterprise ? take(window.grecaptcha.enterprise) : refuse(new Error('blocked'))
    if (window.grecaptcha?.enterprise) return look()
    const script = document.querySelector('script[data-recaptcha]')
    script?.addEventListener('load', look)
    script?.addEventListener('error', look)
  })
}
