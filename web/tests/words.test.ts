// @vitest-environment node
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import english from '../src/words/en.json'
import japanese from '../src/words/ja.json'

const slots = (sentence: string) => [...new Set([...sentence.matchAll(/\{(\w+)/g)].map((slot) => slot[1]))].sort()

/** Every catalogue of the page: the shell's, and each game's own. */
const pairs = [
  { name: 'shell', en: english.labels as Record<string, string>, ja: japanese.labels as Record<string, string> },
  ...readdirSync('src/games', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && readdirSync(`src/games/${entry.name}`).includes('words'))
    .map(({ name }) => {
      const read = (language: string) =>
        (JSON.parse(readFileSync(`src/games/${name}/words/${language}.json`, 'utf8')) as { labels: Record<string, string> }).labels
      return { name, en: read('en'), ja: read('ja') }
    }),
]

describe.each(pairs)('the words of $name', ({ en, ja }) => {
  test('are whole in Japanese', () => {
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort())
  })
  test('have the same facts in both languages', () => {
    for (const [code, sentence] of Object.entries(en)) {
      // A plural's two words are the language's own business; whom or what it counts is not.
      expect([code, slots(ja[code]!)]).toEqual([code, slots(sentence)])
    }
  })
})

test('every text the page asks for by a fixed name is there', () => {
  const asked = new Set<string>()
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) visit(path)
      else if (/\.(svelte|ts)$/.test(entry.name)) {
        for (const [, code] of readFileSync(path, 'utf8').matchAll(/\bsay\('([^']+)'/g)) asked.add(code!)
      }
    }
  }
  visit('src')
  expect(asked.size).toBeGreaterThan(100)
  expect([...asked].filter((code) => !(code in english.labels))).toEqual([])
})

test('no text of the shell is left over', () => {
  const sources: string[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) visit(path)
      else if (/\.(svelte|ts)$/.test(entry.name)) sources.push(readFileSync(path, 'utf8'))
    }
  }
  visit('src')
  const all = sources.join('\n')
  // Where a name is put together its beginning stands in the source.
  const made = [...all.matchAll(/`(\w+(?:\.\w+)*[._])\$\{/g)].map(([, start]) => start!)
  const unused = Object.keys(english.labels).filter((code) => !all.includes(`'${code}'`) && !made.some((start) => code.startsWith(start)))
  expect(unused).toEqual([])
})

test('every box on the shelf says in every language what one does in its game', () => {
  const languages = readdirSync('src/words').map((file) => file.replace('.json', ''))
  for (const { name } of readdirSync('src/games', { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const lines = JSON.parse(readFileSync(`src/games/${name}/words/cover.json`, 'utf8')) as Record<string, string>
    expect([name, Object.keys(lines).sort()]).toEqual([name, languages.sort()])
    expect(new Set(Object.values(lines)).size).toBe(languages.length)
  }
})
