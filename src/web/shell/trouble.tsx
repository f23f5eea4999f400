import type { ReactNode } from 'react'
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import type { RefusalCode } from '#domain/refusal.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import { withoutLanguage } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { isPanel } from '#web/links.tsx'
import { RefusalText } from '#web/parts/refusal-text.tsx'
import { PageTitle } from '#web/seo.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyRoad } from '#web/ui/road.tsx'
import { useShell } from './shell.ts'
import styles from './trouble.module.css'

/** Shown instead of a page: the text of a refusal, or for a defect the reference to read out on the phone. */
export function Trouble() {
  const t = useT()
  const shell = useShell()
  const error = useRouteError()
  const refusal = isRouteErrorResponse(error) ? refusalOf(error.data) : null
  const status = isRouteErrorResponse(error) ? error.status : 500

  if (refusal) {
    return (
      <Message title={titleOf(status, refusal.code)} status={status}>
        <RefusalText {...refusal} />
      </Message>
    )
  }
  if (status === 404) return <NotFound />
  return (
    <Message title="page.trouble.defect.title" status={status}>
      <p>{t('page.trouble.defect.text')}</p>
      {shell ? (
        <p>
          {t('page.trouble.defect.reference')} <code className={styles.reference}>{shell.requestId}</code>
        </p>
      ) : null}
    </Message>
  )
}

export function NotFound() {
  const t = useT()
  return (
    <Message title="page.trouble.notFound.title" status={404}>
      <p>{t('page.trouble.notFound.text')}</p>
    </Message>
  )
}

const TITLES: Record<number, MessageKey> = {
  401: 'page.trouble.signedOut.title',
  403: 'page.trouble.denied.title',
  404: 'page.trouble.notFound.title',
  503: 'page.trouble.notNow.title',
}
/** Refusals because other people use the site at this moment: the same request succeeds a little later. */
const BUSY_CODES: ReadonlySet<string> = new Set<RefusalCode>(['request.busy', 'upload.busy', 'upload.own'])

const titleOf = (status: number, code: string): MessageKey =>
  BUSY_CODES.has(code) ? 'page.trouble.busy.title' : (TITLES[status] ?? 'page.trouble.refused.title')

function Message({ title, status, children }: { title: MessageKey; status: number; children: ReactNode }) {
  const t = useT()
  const shell = useShell()
  const { pathname, search } = useLocation()
  const home = shell?.user ? (shell.user.role === 'admin' ? '/admin' : '/dashboard') : '/'
  return (
    <div className={styles.trouble}>
      {isPanel(withoutLanguage(pathname)) ? <PageTitle>{t(title)}</PageTitle> : null}
      <EmptyRoad />
      <p className={styles.status}>{status}</p>
      <h1>{t(title)}</h1>
      <div className={styles.words}>{children}</div>
      <div className={styles.actions}>
        {status === 401 ? (
          <LinkButton kind="primary" to="/login">
            {t('page.trouble.login')}
          </LinkButton>
        ) : null}
        {status === 503 ? (
          <LinkButton kind="primary" to={withoutLanguage(pathname) + search}>
            {t('page.trouble.again')}
          </LinkButton>
        ) : null}
        {status === 401 ? null : (
          <LinkButton kind={status === 503 ? 'text' : 'primary'} to={home}>
            {t('page.trouble.home')}
          </LinkButton>
        )}
        <LinkButton kind="text" to="/contact">
          {t('page.trouble.contact')}
        </LinkButton>
      </div>
    </div>
  )
}

function refusalOf(value: unknown): { code: string; params: Record<string, string | number> } | null {
  if (typeof value !== 'object' || value === null || !('code' in value) || typeof value.code !== 'string') return null
  const params = 'params' in value && typeof value.params === 'object' && value.params !== null ? value.params : {}
  return { code: value.code, params: Object.fromEntries(Object.entries(params).filter(isParam)) }
}

function isParam(entry: [string, unknown]): entry is [string, string | number] {
  return typeof entry[1] === 'string' || typeof entry[1] === 'number'
}
