import { receiveWhatsApp } from '#features/mail/whatsapp/commands.server.ts'
import { findAccount, openAccount } from '#features/mail/whatsapp/queries.server.ts'
import { TEMPLATES, TEMPLATE_LANGUAGES, TEMPLATE_NAMES } from '#features/mail/whatsapp/schema.ts'
import { log } from '#platform/log.ts'
import { type TakenMessage, type WhatsAppSetup, signatureOf, webhookBody } from './whatsapp-service.ts'
import { ofOperator } from '#platform/operator.ts'

/** The account that only the local imitation of Meta knows. */
export const DEMO_WHATSAPP = {
  phoneNumberId: '900000000000001',
  businessAccountId: '900000000000002',
  token: 'so-para-a-demonstracao-do-whatsapp',
  appSecret: 'so-para-assinar-a-demonstracao',
}

/** Milliseconds after which a message is delivered, and read. */
const [DELIVERED, READ] = [2_000, 8_000]

/** Meta's code for a number that WhatsApp does not reach; here every number with this ending. */
const [UNDELIVERABLE, UNREACHED] = [131_026, '00']

/**
 * Imitates Meta in the demonstration. Each message is delivered and read after some seconds, reported by signed
 * webhooks like Meta's; `stop` cancels waiting reports.
 */
export function demoWhatsApp(): { given: WhatsAppSetup; stop: () => void } {
  const timers = new Set<NodeJS.Timeout>()
  const later = (milliseconds: number, message: TakenMessage, status: string, code?: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      reportMessageState(message, status, Temporal.Now.instant(), code).catch(() => {})
    }, milliseconds)
    timer.unref()
    timers.add(timer)
  }
  const templates = TEMPLATE_NAMES.flatMap((name) =>
    Object.values(TEMPLATE_LANGUAGES).map((language) => ({
      name,
      language,
      status: 'APPROVED' as const,
      text: Array.from({ length: TEMPLATES[name].places }, (_, at) => `{{${at + 1}}}`).join(' '),
    })),
  )
  const setup: WhatsAppSetup = {
    phoneNumberId: DEMO_WHATSAPP.phoneNumberId,
    businessAccountId: DEMO_WHATSAPP.businessAccountId,
    token: DEMO_WHATSAPP.token,
    phone: '+351 21 000 0000',
    name: 'Cais do Volante',
    templates,
    after: (message) => {
      if (message.to.endsWith(UNREACHED)) return later(DELIVERED, message, 'failed', UNDELIVERABLE)
      later(DELIVERED, message, 'delivered')
      later(READ, message, 'read')
    },
  }
  return {
    given: setup,
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

/** Address of this site's webhook for Meta; `null` while no site runs. */
const address = ofOperator<string | null>(() => null)

/** Makes the imitation of Meta call this site over HTTP, after it has confirmed the address as Meta does once. */
export function setWhatsappSite(site: string): void {
  address.value = `${site}/api/messages/whatsapp`
  confirm(address.value).catch((error: unknown) =>
    log.warn({ err: error }, 'the address for WhatsApp was not confirmed'),
  )
}

async function confirm(to: string): Promise<void> {
  const [account, view] = await Promise.all([openAccount(), findAccount()])
  if (account?.phoneNumberId !== DEMO_WHATSAPP.phoneNumberId || view?.confirmedAt !== null) return
  const query = { 'hub.mode': 'subscribe', 'hub.verify_token': account.verifyToken, 'hub.challenge': '1158201444' }
  await fetch(`${to}?${new URLSearchParams(query)}`)
}

/** Reports the state of a message, signed as by Meta: to the running site, else directly to the function behind it. */
export async function reportMessageState(
  { id, mark }: Pick<TakenMessage, 'id' | 'mark'>,
  status: string,
  at: Temporal.Instant,
  code?: number,
): Promise<void> {
  const states = [{ id, mark, status, at, ...(code === undefined ? {} : { code }) }]
  const body = webhookBody(DEMO_WHATSAPP.phoneNumberId, { states })
  const signature = signatureOf(body, DEMO_WHATSAPP.appSecret)
  if (address.value === null) await receiveWhatsApp({ body, signature }, at)
  else
    await fetch(address.value, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    })
}
