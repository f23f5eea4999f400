import { PAPER_HOLDERS } from '#domain/paper.ts'
import { createKind } from '#features/papers/kinds/commands.server.ts'
import { listKinds } from '#features/papers/kinds/queries.server.ts'
import { newKindInput, newKindRecord } from '#features/papers/kinds/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Bullets } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-kind.ts'

export const loader = shows(async () => ({ kinds: (await listKinds()).filter(({ isUsed }) => isUsed) }))

export const action = saves('paper-kind.create', newKindInput, async (change, input) => {
  await createKind(change, input)
  return '/admin/documents/kinds?done=added'
})

/** A new kind of paper; beside it the existing ones. */
export default function NewKindScreen({ loaderData: { kinds } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/admin/documents/kinds', label: t('page.papers.kinds.title') }}
        title={t('page.papers.kinds.create')}
      />
      <SideBySide>
        <Form of={newKindRecord} values={{ hasExpiry: true, fromDriver: true }}>
          <Actions>
            <SubmitButton>{t('page.papers.kinds.save')}</SubmitButton>
          </Actions>
        </Form>
        <Stack>
          {PAPER_HOLDERS.map((holder) => (
            <Section key={holder} title={t(`page.papers.kinds.of.${holder}`)}>
              <Bullets>
                {kinds
                  .filter((kind) => kind.holder === holder)
                  .map(({ code, name }) => (
                    <li key={code}>
                      <Link to={`/admin/documents/kinds/${code}`}>{name[t.language]}</Link>
                    </li>
                  ))}
              </Bullets>
            </Section>
          ))}
        </Stack>
      </SideBySide>
    </>
  )
}
