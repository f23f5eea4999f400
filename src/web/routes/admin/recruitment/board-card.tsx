import { missingDocuments } from '#domain/application.ts'
import type { ApplicationRow } from '#features/recruitment/schema.ts'
import type { Stage } from '#features/recruitment/stages/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form.tsx'
import { State } from '#web/ui/state.tsx'
import styles from './board.module.css'

export type CardApplication = ApplicationRow & { age: number }
type Props = { application: CardApplication; stages: readonly Stage[] }

/** One applicant: how long they have waited, what is missing, and where the card can go from here. */
export function BoardCard({ application, stages }: Props) {
  const t = useT()
  const { id, name, state, regime, municipality, isKnown, doubts, age } = application
  const about = [t(`page.fleet.regimes.${regime}`), municipality, sourceOf(application, t)]
  // A reader who may not move the card cannot drag it.
  const mayMove = useMayFollow(`/admin/recruitment/${id}/approval`)
  return (
    <li id={id} className={styles.card} draggable={mayMove ? 'true' : undefined} data-card={mayMove ? id : undefined}>
      <h3>
        <Link to={`/admin/recruitment/${id}`} draggable="false">
          {name}
        </Link>
        <small>
          {age === 0 ? t('page.recruitment.board.today') : t('page.recruitment.board.days', { count: age })}
        </small>
      </h3>
      <small>{about.filter(Boolean).join(' · ')}</small>
      {isKnown ? <State tone="warn">{t('page.recruitment.known')}</State> : null}
      {doubts.map((doubt) => (
        <State key={doubt} tone="warn">
          {t(`page.apply.doubts.${doubt}`)}
        </State>
      ))}
      <Missing application={application} />
      <div className={styles.acts}>
        <Moves application={application} stages={stages} />
        {state === 'checking' ? (
          <LinkButton to={`/admin/recruitment/${id}/approval`} kind="text">
            {t('page.recruitment.board.approve')}
          </LinkButton>
        ) : null}
      </div>
    </li>
  )
}

/** The person who referred an applicant by a link, or how else they came. */
export function sourceOf(
  { referral, source }: Pick<ApplicationRow, 'referral' | 'source'>,
  t: ReturnType<typeof useT>,
) {
  return source === 'referral' && referral
    ? t('page.recruitment.by', { referral })
    : t(`page.recruitment.heard.${source}`)
}

function Missing({ application: { regime, certificate, documents } }: Pick<Props, 'application'>) {
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

function Moves({ application: { id, name, stage }, stages }: Props) {
  const t = useT()
  return (
    <details className={styles.moves}>
      <summary>
        {t('page.recruitment.board.moveTo')}
        <span className="visually-hidden"> {name}</span>
      </summary>
      <Form inline aria-label={t('page.recruitment.board.move', { name })}>
        <input type="hidden" name="application" value={id} />
        <input type="hidden" name="from" value={stage?.id ?? ''} />
        <div className={styles.ways}>
          {stages
            .filter((other) => other.id !== stage?.id)
            .map((other) => (
              <Button key={other.id} type="submit" kind="text" name="to" value={other.id}>
                {other.name[t.language]}
              </Button>
            ))}
          {(['up', 'down'] as const).map((way) => (
            <Button key={way} type="submit" kind="text" name="to" value={way}>
              {t(`page.recruitment.board.${way}`)}
            </Button>
          ))}
        </div>
      </Form>
    </details>
  )
}
