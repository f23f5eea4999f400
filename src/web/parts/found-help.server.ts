import { listAnswers, type Reader } from '#features/search/answers/queries.server.ts'
import { type Answer, partsOf } from '#features/search/answers/schema.ts'
import { listGuide } from '#features/search/guide/queries.server.ts'
import { type Chapter, CHAPTERS_FOR_DRIVERS, linesOf, type Section } from '#features/search/guide/schema.ts'
import { findWritten, countTypedWords, type FoundTexts } from '#features/search/texts/schema.ts'
import type { Language } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import type { FoundPage } from '#web/shell/office-pages.ts'

/** A section of the guide as a search result. */
export type FoundSection = { to: string; title: string; chapter: string; line: string }

/** `isAlike`: nothing contains the words as typed; the results are only similar. */
export type FoundHelp = {
  sections: readonly FoundSection[]
  answers: readonly Answer[]
  pages: readonly FoundPage[]
  isAlike: boolean
}

type HelpSearch = { language: Language; answersOf: Reader; pages: readonly FoundPage[] }

/** The most results of each kind that are shown. */
const MAX_RESULTS = { sections: 8, answers: 5, pages: 5 }

/**
 * The one search of the program's own texts: the guide, the help answers, and the office's pages by name. If any of them contains the
 * words as typed, results that are only similar are left out.
 */
export function findHelp(typed: string, { language, answersOf, pages }: HelpSearch): FoundHelp {
  const chapters = answersOf === 'drivers' ? CHAPTERS_FOR_DRIVERS : undefined
  const sections = findWritten(listGuide(language, chapters), typed, partsOfSection)
  const answers = findWritten(listAnswers(answersOf, language), typed, partsOf)
  const found = findWritten(pages, typed, ({ name, facts }) => ({ title: name, words: '', text: facts }))
  const results = [sections, answers, found].filter((result) => result.found.length > 0)
  const isAlike = results.length > 0 && results.every((result) => result.isAlike)
  const kept = <One>(result: FoundTexts<One>, most: number) =>
    result.isAlike && !isAlike ? [] : result.found.slice(0, most)
  return {
    sections: kept(sections, MAX_RESULTS.sections).map((section) => sectionOf(section, typed, language)),
    answers: kept(answers, MAX_RESULTS.answers),
    pages: kept(found, MAX_RESULTS.pages),
    isAlike,
  }
}

/** Sections of the guide for a page that searches other things too. `least`: `all` where a single word of a name would match too much. */
export function findSections(
  typed: string,
  language: Language,
  { chapters, least = 'some' }: { chapters?: readonly Chapter[]; least?: 'some' | 'all' } = {},
): FoundSection[] {
  if (typed.trim() === '') return []
  const { found } = findWritten(listGuide(language, chapters), typed, partsOfSection, least)
  return found.slice(0, MAX_RESULTS.sections).map((section) => sectionOf(section, typed, language))
}

function partsOfSection(section: Section) {
  return { title: section.title, words: section.words, text: linesOf(section).join(' ') }
}

function sectionOf(section: Section, typed: string, language: Language): FoundSection {
  const { chapter, name, title } = section
  return {
    to: `/guide/${chapter}#${name}`,
    title,
    chapter: translator(language)(`page.guide.chapters.${chapter}.title`),
    line: lineOf(linesOf(section), typed),
  }
}

/** The line that contains most of the words typed; else the first line. */
function lineOf(lines: readonly string[], typed: string): string {
  const matches = lines.map((line) => ({ line, said: countTypedWords(line, typed) }))
  return matches.toSorted((a, b) => b.said - a.said)[0]?.line ?? ''
}
