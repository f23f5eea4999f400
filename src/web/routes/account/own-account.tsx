import { useSearchParams } from 'react-router'
import type { Rhythm } from '#domain/digest.ts'
import { EMAIL_MAX } from '#domain/email.ts'
import { ownDigest, ownPerson } from '#features/accounts/own-account/schema.ts'
import { PASSWORD_LENGTH } from '#domain/password.ts'
import { LANGUAGES } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Story } from '#web/parts/story.tsx'
import { SessionsTable } from '#web/parts/sessions-table.tsx'
import type { Reply } from '#web/reply.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { FoldedPart } from '#web/parts/folded-part.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import type { loadOwnAccount, Setup } from './own-account.server.ts'
import { Passkeys } from './passkeys.tsx'
import { PushNotices } from './push-section.tsx'
import { OwnWhatsAppNotices } from './whatsapp-section.tsx'
import { FactorSetup, Factors } from './second-factor.tsx'

type Loaded = Awaited<ReturnType<typeof loadOwnAccount>>
type Own = Extract<Loaded, { isViewing: false }>

/** The page of the own account, the same for drivers and for the office. */
export function OwnAccount({
  account,
  area,
  answered,
}: {
  account: Loaded
  area: 'admin' | 'driver'
  answered: Reply | Setup | undefined
}) {
  const t = useT()
  const [query] = useSearchParams()
  if (account.isViewing) {
    return (
      <>
        <PageHead title={account.name} />
        <Notice tone="info">
          <p>{t('page.security.viewing', { name: account.name })}</p>
        </Notice>
      </>
    )
  }
  const setup = answered && 'picture' in answered ? answered : null
  const done =
    answered === undefined
      ? t.find(
          `page.security.done.${query.get('done') === 'email' && !account.leaves ? 'email-kept' : (query.get('done') ?? '')}`,
        )
      : null
  const parts = (
    <Card flush>
      <PushNotices push={account.push} area={area} />
      {account.whatsApp ? <OwnWhatsAppNotices own={account.whatsApp} /> : null}
      {account.rhythm ? <DigestForm rhythm={account.rhythm} /> : null}
      {account.hasPasskeys ? <Passkeys passkeys={account.passkeys} /> : null}
      {setup ? null : <Factors factors={account.factors} isWanted={area === 'admin'} />}
      {account.passwordByLink ? (
        <FoldedPart title={t('page.security.password')}>
          <p>
            {t(account.leaves ? 'page.security.passwordByLink' : 'page.security.passwordByOffice')}{' '}
            <Link to="/forgot">{t('page.security.askLink')}</Link>
          </p>
        </FoldedPart>
      ) : (
        <PasswordForm email={account.email} area={area} />
      )}
      <EmailForm email={account.email} leaves={account.leaves} />
      <OwnSessions account={account} />
      <FoldedPart title={t('page.security.history')}>
        <Story events={account.events} of={null} />
      </FoldedPart>
    </Card>
  )
  return (
    <Page width={area === 'admin' ? 'wide' : 'narrow'}>
      <PageHead title={t('page.security.title')} subtitle={<p>{account.email}</p>} />
      <Stack>
        {done ? (
          <Done>
            <p>{done}</p>
          </Done>
        ) : null}
        {setup ? <FactorSetup setup={setup} /> : null}
        {area === 'admin' ? (
          <SideBySide>
            <PersonForm account={account} />
            {parts}
          </SideBySide>
        ) : (
          <>
            <PersonForm account={account} />
            {parts}
            <PersonalData />
          </>
        )}
        <div>
          <LinkButton to="/login/close" kind="text">
            {t('page.security.close.open')}
          </LinkButton>
          <Words look="small">{t('page.security.close.openText')}</Words>
        </div>
      </Stack>
    </Page>
  )
}

/** Links to what is stored about a driver, and to all of it in one file. */
function PersonalData() {
  const t = useT()
  return (
    <Section title={t('page.personalData.title')}>
      <p>{t('page.personalData.openText')}</p>
      <Actions>
        <LinkButton to="/dashboard/profile/personal-data" kind="outlined">
          {t('page.personalData.open')}
        </LinkButton>
      </Actions>
    </Section>
  )
}

function PersonForm({ account }: { account: Own }) {
  const t = useT()
  return (
    <Section title={t('page.security.person')}>
      <Form
        intent="person"
        of={ownPerson}
        values={{ displayName: account.name, language: account.language }}
        offered={{ language: LANGUAGES.map(({ code, nativeName }) => ({ value: code, label: nativeName })) }}
      >
        <Actions>
          <SubmitButton kind="outlined">{t('page.security.savePerson')}</SubmitButton>
        </Actions>
      </Form>
    </Section>
  )
}

/** How often somebody of the office gets a mail with what waits for them. */
function DigestForm({ rhythm }: { rhythm: Rhythm }) {
  const t = useT()
  return (
    <FoldedPart
      title={t('page.security.digest.title')}
      summary={t(`page.security.digest.rhythms.${rhythm}`)}
      intents={['digest']}
    >
      <Form intent="digest" of={ownDigest} values={{ rhythm }} above={<p>{t('page.security.digest.text')}</p>}>
        <Actions>
          <SubmitButton kind="outlined">{t('page.security.digest.save')}</SubmitButton>
        </Actions>
      </Form>
    </FoldedPart>
  )
}

function EmailForm({ email, leaves }: Pick<Own, 'leaves'> & { email: string }) {
  const t = useT()
  return (
    <FoldedPart title={t('page.security.email')} summary={email} intents={['email']}>
      <Form intent="email">
        <p>{t('page.security.emailNow', { email })}</p>
        <TextField
          name="email"
          type="email"
          label={t('page.security.newEmail')}
          help={t(leaves ? 'page.security.emailHelp' : 'page.security.emailKept')}
          autoComplete="email"
          inputMode="email"
          maxLength={EMAIL_MAX}
          spellCheck={false}
          required
        />
        <Actions>
          <SubmitButton kind="outlined">{t('page.security.askEmail')}</SubmitButton>
        </Actions>
      </Form>
    </FoldedPart>
  )
}

function PasswordForm({ email, area }: { email: string; area: 'admin' | 'driver' }) {
  const t = useT()
  return (
    <FoldedPart title={t('page.security.password')} intents={['password']}>
      <Form intent="password">
        <TextField
          name="oldPassword"
          type="password"
          label={t('page.security.oldPassword')}
          autoComplete="current-password"
          maxLength={PASSWORD_LENGTH.driver.max}
          required
        />
        <NewPasswordFields email={email} kind={area} />
        <p>{t('page.security.passwordHelp')}</p>
        <Actions>
          <SubmitButton kind="outlined">{t('page.security.savePassword')}</SubmitButton>
        </Actions>
      </Form>
    </FoldedPart>
  )
}

function OwnSessions({ account: { sessions, current } }: { account: Own }) {
  const t = useT()
  return (
    <FoldedPart
      title={t('page.security.sessions')}
      summary={String(sessions.length)}
      intents={['end-session', 'end-others']}
      at="sessions"
    >
      <Stack>
        <SessionsTable sessions={sessions} current={current} action={endOne(current)} />
        {sessions.length > 1 ? (
          <Form quiet intent="end-others">
            <Actions>
              <SubmitButton kind="outlined">{t('page.security.endOthers')}</SubmitButton>
            </Actions>
          </Form>
        ) : null}
      </Stack>
    </FoldedPart>
  )
}

/** A button to end each session except the one in use. */
function endOne(current: string) {
  return (id: string, device: string) => (id === current ? null : <EndSession id={id} device={device} />)
}

function EndSession({ id, device }: { id: string; device: string }) {
  const t = useT()
  return (
    <Form inline>
      <input type="hidden" name="intent" value="end-session" />
      <input type="hidden" name="session" value={id} />
      <SubmitButton kind="text">
        <span aria-hidden="true">{t('page.users.sessions.end')}</span>
        <span className="visually-hidden">{t('page.users.sessions.endThis', { device })}</span>
      </SubmitButton>
    </Form>
  )
}
