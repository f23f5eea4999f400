import { useSearchParams } from 'react-router'
import type { Answer } from '#features/search/answers/schema.ts'
import type { FoundTexts } from '#features/search/texts/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import type { FoundSection } from './found-help.server.ts'
import { SearchField } from '#web/ui/search-field.tsx'

type Props = { answers: FoundTexts<Answer>; sections: readonly FoundSection[] }

/**
 * The answers of the help pages, folded under their topics. If somebody searched, the most likely answer comes first and is open. Sections
 * of the guide follow.
 */
export function Answers({ answers: { found: answers, isAlike }, sections }: Props) {
  const t = useT()
  const [query] = useSearchParams()
  const typed = (query.get('q') ?? '').trim()
  return (
    <Stack>
      <SearchField label={t('page.help.search')} />
      {isAlike ? <Words>{t('page.search.alike')}</Words> : null}
      {answers.length + sections.length === 0 ? (
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
      {sections.length > 0 ? (
        <Card title={t('page.guide.title')} flush>
          <Items look="rows">
            {sections.map((section) => (
              <Item key={section.to} title={section.title} to={section.to} aside={section.chapter}>
                <Words look="soft">{section.line}</Words>
              </Item>
            ))}
          </Items>
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
