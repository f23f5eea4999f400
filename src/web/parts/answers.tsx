import { useSearchParams } from 'react-router'
import type { Answer } from '#features/search/answers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { SearchField } from '#web/ui/search-field.tsx'

/** Answers that are looked for: folded under their topics, and under what somebody typed the likeliest first and open. */
export function Answers({ answers }: { answers: readonly Answer[] }) {
  const t = useT()
  const [query] = useSearchParams()
  const typed = (query.get('q') ?? '').trim()
  return (
    <Stack>
      <SearchField label={t('page.help.search')} />
      {answers.length === 0 ? (
        <EmptyState title={t('page.help.nothing', { text: typed })}>
          <p>{t('page.help.nothingText')}</p>
        </EmptyState>
      ) : null}
      {typed === '' ? (
        <Card flush>
          {byTopic(answers).map(({ topic, answers: ofTopic }) => (
            <Disclosure key={topic} summary={topic} aside={String(ofTopic.length)}>
              {ofTopic.map((answer) => (
                <OneAnswer key={answer.name} answer={answer} />
              ))}
            </Disclosure>
          ))}
        </Card>
      ) : answers.length > 0 ? (
        <Card title={t('page.help.found', { count: answers.length, text: typed })} flush>
          {answers.map((answer, place) => (
            <OneAnswer key={answer.name} answer={answer} isOpen={place === 0} />
          ))}
        </Card>
      ) : null}
    </Stack>
  )
}

function OneAnswer({ answer: { name, asked, text, link }, isOpen = false }: { answer: Answer; isOpen?: boolean }) {
  return (
    <Disclosure level="line" summary={asked} open={isOpen}>
      <Stack>
        <Words>
          <span id={name}>{text}</span>
        </Words>
        <Links>
          <Link to={link.to}>{link.words}</Link>
        </Links>
      </Stack>
    </Disclosure>
  )
}

function byTopic(answers: readonly Answer[]): { topic: string; answers: Answer[] }[] {
  return [...Map.groupBy(answers, ({ topic }) => topic)].map(([topic, ofTopic]) => ({ topic, answers: ofTopic }))
}
