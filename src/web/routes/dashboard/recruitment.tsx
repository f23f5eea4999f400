import { encode } from 'uqr'
import { SIDES } from '#domain/commission.ts'
import { sum } from '#domain/money.ts'
import { WHATS_APP } from '#domain/whats-app.ts'
import { weekAt } from '#domain/week.ts'
import { rememberedBrand } from '#features/company/brand/queries.server.ts'
import {
  listOwnApplications,
  listOwnReferrals,
  listRules,
  readReferralSlug,
} from '#features/adjustments/referrals/queries.server.ts'
import type { ReferralView } from '#features/adjustments/referrals/schema.ts'
import { formatDay, weekNumber } from '#messages/dates.ts'
import { inLanguage, languageOf } from '#messages/language.ts'
import { formatNumber } from '#messages/numbers.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Money } from '#web/parts/money.tsx'
import { QrPicture } from '#web/parts/qr-picture.tsx'
import { RewardState, ruleSentences, stateOfReward, stillExpected } from '#web/parts/reward-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { Card, Grid, Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { TextToTake } from '#web/ui/fields.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Bullets, Links, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/recruitment.ts'

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const language = languageOf(url.pathname)
    const [slug, referrals, applications, rules, brand] = await Promise.all([
      readReferralSlug(driver),
      listOwnReferrals(driver, now),
      listOwnApplications(driver),
      listRules(),
      rememberedBrand(language),
    ])
    const link = slug === null ? null : `${siteAddress()}${inLanguage(`/r/${slug}`, language)}`
    const thisWeek = weekAt(now)
    const ruleOf = (side: (typeof SIDES)[number]) =>
      rules.findLast((rule) => rule.side === side && rule.from <= thisWeek)?.rule ?? null
    return {
      invitation:
        link === null
          ? null
          : {
              link,
              picture: encode(link, { ecc: 'M', border: 0 }).data,
              text: translatorFor(language)('page.rewards.recruitment.shareText', { company: brand.name, link }),
            },
      company: brand.name,
      brought: referrals.filter(({ referrer }) => referrer.id === driver),
      broughtBy: referrals.find(({ referred }) => referred.id === driver) ?? null,
      applications,
      rules: { referrer: ruleOf('referrer'), referred: ruleOf('referred') },
    }
  })

type Invitation = NonNullable<Route.ComponentProps['loaderData']['invitation']>

function OwnLink({ invitation: { link, picture } }: { invitation: Invitation }) {
  const t = useT()
  return (
    <Card title={t('page.rewards.recruitment.link')}>
      <Links>
        <a href={link}>{link.replace(/^https?:\/\//, '')}</a>
      </Links>
      <QrPicture rows={picture} label={t('page.rewards.recruitment.qr')} />
      <Words look="soft">{t('page.rewards.recruitment.linkHelp')}</Words>
    </Card>
  )
}

/** For a driver who has left: whoever opens the link applies without a referral. */
function LinkOver() {
  const t = useT()
  return (
    <Card title={t('page.rewards.recruitment.link')}>
      <Words>{t('page.rewards.recruitment.linkOver')}</Words>
    </Card>
  )
}

function TextToShare({ invitation: { text }, company }: { invitation: Invitation; company: string }) {
  const t = useT()
  const whatsapp = `${WHATS_APP}/?text=${encodeURIComponent(text)}`
  const subject = t('page.rewards.recruitment.mailSubject', { company })
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`
  return (
    <Card
      title={t('page.rewards.recruitment.share')}
      acts={<CopyButton of="share-text" label={t('page.rewards.recruitment.copy')} />}
    >
      <TextToTake id="share-text" label={t('page.rewards.recruitment.share')} text={text} />
      <Links>
        <a href={whatsapp}>{t('page.rewards.recruitment.whatsapp')}</a>
        <a href={mail}>{t('page.rewards.recruitment.email')}</a>
      </Links>
    </Card>
  )
}

/** The reader's own link, words to send with it, and the progress of everybody who came by it. */
export default function RecruitmentScreen({ loaderData }: Route.ComponentProps) {
  const { invitation, company, brought, broughtBy, applications, rules } = loaderData
  const t = useT()
  const counting = brought.filter(({ idle }) => idle === null)
  return (
    <Page width="middle">
      <PageHead title={t('page.rewards.recruitment.title')} subtitle={t('page.rewards.recruitment.subtitle')} />
      <Stack>
        <Figures boxed>
          <Figure name={t('page.rewards.recruitment.figures.brought')}>
            {formatNumber(brought.length, t.language)}
          </Figure>
          <Figure
            name={t('page.rewards.recruitment.figures.expected')}
            note={t('page.rewards.recruitment.figures.expectedNote')}
          >
            <Money cents={sum(counting.map(stillExpected))} />
          </Figure>
          <Figure name={t('page.rewards.recruitment.figures.paid')}>
            <Money cents={sum(brought.map(({ sides }) => sides.referrer.paid))} />
          </Figure>
        </Figures>
        <Grid>
          {invitation ? <OwnLink invitation={invitation} /> : <LinkOver />}
          <Stack>
            {invitation ? <TextToShare invitation={invitation} company={company} /> : null}
            <Card title={t('page.rewards.recruitment.ruleTitle')}>
              {rules.referrer === null && rules.referred === null ? (
                <Words>{t('page.rewards.recruitment.noRule')}</Words>
              ) : (
                <Stack>
                  {SIDES.filter((side) => rules[side] !== null).map((side) => (
                    <div key={side}>
                      <h3>{t(`page.rewards.recruitment.${side === 'referrer' ? 'forYou' : 'forThem'}`)}</h3>
                      <Bullets>
                        {ruleSentences(rules[side], t).map((sentence) => (
                          <li key={sentence}>{sentence}</li>
                        ))}
                      </Bullets>
                    </div>
                  ))}
                </Stack>
              )}
            </Card>
          </Stack>
        </Grid>
        <Section title={t('page.rewards.recruitment.funnel')}>
          {brought.length + applications.length === 0 ? (
            <EmptyState title={t('page.rewards.recruitment.empty')}>
              <p>{t('page.rewards.recruitment.emptyText')}</p>
            </EmptyState>
          ) : (
            <Items>
              {applications.map(({ name, state, sentAt }) => (
                <Item
                  key={`${name} ${sentAt}`}
                  title={name}
                  aside={
                    <State tone={state === 'rejected' || state === 'withdrawn' ? 'plain' : 'info'}>
                      {t.find(`page.rewards.recruitment.applicationStates.${state}`) ?? ''}
                    </State>
                  }
                >
                  <Words look="soft">{formatDay(sentAt.slice(0, 10), t.language)}</Words>
                  {state === 'rejected' || state === 'withdrawn' ? null : <Steps done={1} />}
                </Item>
              ))}
              {brought.map((referral) => (
                <Brought key={referral.id} referral={referral} />
              ))}
            </Items>
          )}
          {broughtBy ? (
            <Words look="soft">{t('page.rewards.recruitment.broughtBy', { name: broughtBy.referrer.name })}</Words>
          ) : null}
        </Section>
      </Stack>
    </Page>
  )
}

function Brought({ referral }: { referral: ReferralView }) {
  const t = useT()
  const { rule, earned, on } = referral.sides.referrer
  const state = stateOfReward(referral, 'referrer')
  const last = on.at(-1)
  return (
    <Item title={referral.referred.name} aside={<RewardState referral={referral} side="referrer" />}>
      <Steps done={state === 'paid' ? 4 : earned.weeks > 0 ? 3 : 2} />
      {rule && state !== 'paid' ? (
        <Words look="soft">
          {t('page.rewards.recruitment.progress', {
            weeks: Math.min(earned.weeks, rule.minWeeks),
            asked: rule.minWeeks,
          })}
          {rule.minTrips > 0
            ? ` · ${t('page.rewards.recruitment.progressTrips', { trips: Math.min(earned.trips, rule.minTrips), asked: rule.minTrips })}`
            : null}
        </Words>
      ) : null}
      {state === 'paid' && last ? (
        <Words look="soft">
          {t('page.rewards.recruitment.paidOn', { number: weekNumber(last) })} ·{' '}
          <Money cents={referral.sides.referrer.paid} />
        </Words>
      ) : null}
    </Item>
  )
}

const STEPS = ['applied', 'approved', 'firstWeek', 'reward'] as const

/** The progress of a referral: each step with a word, never by colour alone. */
function Steps({ done }: { done: number }) {
  const t = useT()
  return (
    <Links>
      {STEPS.map((step, at) => (
        <State key={step} tone={at < done ? 'ok' : 'todo'}>
          {t(`page.rewards.recruitment.steps.${step}`)}
          <span className="visually-hidden">
            {` (${t(`page.rewards.recruitment.step.${at < done ? 'done' : 'todo'}`)})`}
          </span>
        </State>
      ))}
    </Links>
  )
}
