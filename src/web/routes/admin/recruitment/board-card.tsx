import { isOpen, missingDocuments, OPEN_STATES } from '#domain/application.ts'
import type { ApplicationRow } from '#features/recruitment/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { Item } from '#web/ui/items.tsx'
import { Spread } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'

type Props = { application: ApplicationRow & { age: number } }

/** One applicant: how long it has waited, what is missing, and a press to move it along. */
export function BoardCard({ application }: Props) {
  const t = useT()
  const { id, name, state, regime, referral, municipality, age, isKnown, cause, doubts } = application
  const about = [t(`page.fleet.regimes.${regime}`), municipality, referral ?? t('page.recruitment.direct')]
  return (
    <Item
      id={id}
      title={<Link to={`/admin/recruitment/${id}`}>{name}</Link>}
      aside={
        <small>
          {age === 0 ? t('page.recruitment.board.today') : t('page.recruitment.board.days', { count: age })}
        </small>
      }
      under={isOpen(state) ? <Moves application={application} /> : null}
    >
      <small>{about.filter(Boolean).join(' · ')}</small>
      {isKnown ? <State tone="warn">{t('page.recruitment.known')}</State> : null}
      {doubts.map((doubt) => (
        <State key={doubt} tone="warn">
          {t(`page.apply.doubts.${doubt}`)}
        </State>
      ))}
      {cause ? <p>{t(`page.recruitment.causes.${cause}`)}</p> : null}
      {isOpen(state) ? <Missing application={application} /> : null}
    </Item>
  )
}

function Missing({ application: { regime, certificate, documents } }: Props) {
  const t = useT()
  const papers = missingDocuments(regime, documents).filter((kind) => kind !== 'certificate' || certificate === 'valid')
  const what = [
    ...(certificate === 'soon' || certificate === 'none'
      ? [t(`page.recruitment.board.certificate.${certificate}`)]
      : []),
    ...papers.map((kind) => t(`page.recruitment.one.kinds.${kind}`)),
  ]
  return (
    <small>
      {what.length === 0
        ? t('page.recruitment.board.complete')
        : t('page.recruitment.board.missing', { what: what.join(', ') })}
    </small>
  )
}

function Moves({ application: { id, name, state } }: Props) {
  const t = useT()
  return (
    <Spread>
      <Form inline aria-label={t('page.recruitment.board.move', { name })}>
        <input type="hidden" name="application" value={id} />
        <small>{t('page.recruitment.board.moveTo')}</small>
        {OPEN_STATES.filter((other) => other !== state).map((other) => (
          <Button key={other} type="submit" kind="text" name="state" value={other}>
            {t(`page.recruitment.states.${other}`)}
          </Button>
        ))}
      </Form>
      {state === 'checking' ? (
        <LinkButton to={`/admin/recruitment/${id}/approval`}>{t('page.recruitment.board.approve')}</LinkButton>
      ) : null}
    </Spread>
  )
}
