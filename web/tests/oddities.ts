/** What makes a sentence read oddly; the tests of the Python side look for the same. */
import patterns from '../../src/touchwood/testing/odd_sentences.json'

export type Spoken = keyof typeof patterns

export const oddities = (language: Spoken, sentence: string): string[] =>
  Object.entries(patterns[language])
    .filter(([, pattern]) => new RegExp(pattern).test(sentence))
    .map(([what]) => `${what}: ${sentence}`)
