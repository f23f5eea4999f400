import { isOpen, missingDocuments, OPEN_STATES } from '#domain/application.ts'
import type { ApplicationRow } from '#features/recruitment/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { State } from '#web/ui/state.tsx'
import styles from './board.module.css'

type Props = { application: ApplicationRow & { age: number } }

/** One applicant: how long it has waited, what is missing, and a press to move it along. */
export function BoardCard({ application }: Props) {
  const t = useT()
  const { id, name, state, regime, referral, municipality, age, isKnown, cause, doubts } = application
  const about = [t(`page.fleet.regimes.${regime}`), municipality, referral ?? t('page.recruitment.direct')]
  return (
    <li id={id} className={styles.card}>
      <p className={styles.name}>
        <Link to={`/admin/recruitment/${id}`}>{name}</Link>
        <span>{age === 0 ? t('page.recruitment.board.today') : t('page.recruitment.board.days', { count: age })}</span>
      </p>
      <p className={styles.about}>{about.filter(Boolean).join(' · ')}</p>
      {isKnown ? <State tone="warn">{t('page.recruitment.known')}</State> : null}
      {doubts.map((doubt) => (
        <State key={doubt} tone="warn">
          {t(`page.apply.doubts.${doubt}`)}
        </State>
      ))}
      {cause ? <p>{t(`page.recruitment.causes.${cause}`)}</p> : null}
      {isOpen(state) ? (
        <>
          <Missing application={application} />
          <Moves application={application} />
        </>
      ) : null}
    </li>
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
    <p className={styles.missing}>
      {what.length === 0
        ? t('page.recruitment.board.complete')
        : t('page.recruitment.board.missing', { what: what.join(', ') })}
    </p>
  )
}

function Moves({ application: { id, name, state } }: Props) {
  const t = useT()
  return (
    <div className={styles.moves}>
      <Form inline aria-label={t('page.recruitment.board.move', { name })}>
        <input type="hidden" name="application" value={id} />
        <span className={styles.about}>{t('page.recruitment.board.moveTo')}</span>
        {OPEN_STATES.filter((other) => other !== state).map((other) => (
          <Button key={other} type="submit" kind="text" name="state" value={other}>
            {t(`page.recruitment.states.${other}`)}
          </Button>
        ))}
      </Form>
      {state === 'checking' ? (
        <LinkButton to={`/admin/recruitment/${id}/approval`}>{t('page.recruitment.board.approve')}</LinkButton>
      ) : null}
    </div>
  )
}
