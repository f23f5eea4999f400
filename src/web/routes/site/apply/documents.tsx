import { redirect } from 'react-router'
import { z } from 'zod'
import { documentKindsOf } from '#domain/application.ts'
import { addDocument, removeDocument } from '#features/recruitment/commands.server.ts'
import { documentInput, documentRecord } from '#features/recruitment/schema.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { countVisit } from '#features/visitors/commands.server.ts'
import { languageOf } from '#messages/language.ts'
import { actorOf, answer, show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { privateHeaders } from '../visitor-form.server.ts'
import type { Route } from './+types/documents.ts'
import { ApplyFrame, stepBefore } from './apply-frame.tsx'
import styles from './documents.module.css'
import { codeOf, pageOf } from './private-link.ts'
import { openApplication } from './step.server.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.apply.documents.title'))

export const loader = async (asked: Route.LoaderArgs) => {
  const { code, application } = await openApplication(asked)
  const { regime, state, documents } = application
  const next = pageOf(state === 'started' ? 'review' : 'state', code)
  return {
    code,
    regime,
    documents,
    next,
    back: state === 'started' ? stepBefore('documents', regime, code) : undefined,
  }
}

const removal = z.object({ remove: z.coerce.number().int() })

/** Adds one document, or removes one; then shows the page again with the present ones. */
export const action = ({ request, context, url }: Route.ActionArgs) =>
  show(async () => {
    const code = codeOf(url)
    const here = sameLanguage(request, pageOf('documents', code))
    if (url.searchParams.has('take')) {
      return submit({ request, context }, 'application.detach', removal, async ({ remove }, change) => {
        await removeDocument(change, code, remove)
        return here
      })
    }
    return answer(request, documentInput, async (input) => {
      const { now, address } = context.get(requestContext)
      await countVisit('paper', { address, now })
      await carryOut({ actor: actorOf(context), action: 'application.attach', now }, async (change) => {
        await addDocument(change, code, input)
        return null
      })
      return redirect(here, 303)
    })
  })

export const headers = privateHeaders

export default function DocumentsStep({ loaderData: { code, regime, documents, next, back } }: Route.ComponentProps) {
  const t = useT()
  const kinds = documentKindsOf(regime)
  const given = new Set(documents.map(({ kind }) => kind))
  return (
    <ApplyFrame
      step="documents"
      regime={regime}
      title={t('page.apply.documents.title')}
      lead={t('page.apply.documents.lead')}
      aside={t('page.apply.documents.aside')}
      back={back}
    >
      {documents.length > 0 ? (
        <ul className={styles.list} aria-label={t('page.apply.documents.list')}>
          {documents.map(({ id, kind, name }) => (
            <li key={id}>
              <span>
                {t(`page.apply.documents.kinds.${kind}`)}
                <small>{name}</small>
              </span>
              <Form action={`?code=${code}&take`} inline>
                <input type="hidden" name="remove" value={id} />
                <Button type="submit" kind="text" aria-label={t('page.apply.documents.remove', { name })}>
                  {t('page.apply.documents.removeShort')}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{t('page.apply.documents.none')}</p>
      )}
      <Form
        action={`?code=${code}`}
        of={documentRecord}
        values={{ kind: kinds.find((kind) => !given.has(kind)) }}
        offered={{ kind: kinds.map((kind) => ({ value: kind, label: t(`page.apply.documents.kinds.${kind}`) })) }}
      >
        <Actions>
          <SubmitButton kind="outlined">{t('page.apply.documents.add')}</SubmitButton>
        </Actions>
      </Form>
      <p className={styles.onwards}>
        <LinkButton kind="primary" to={next}>
          {t(documents.length > 0 ? 'page.apply.next' : 'page.apply.later')}
        </LinkButton>
      </p>
    </ApplyFrame>
  )
}
