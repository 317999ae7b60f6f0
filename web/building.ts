/** What is done to the page's files when it is built. */
import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

type Sections = Record<string, Record<string, unknown>>

/** The words of a language, with the English ones where it lacks some. */
export function completed(words: Sections, english: Sections): Sections {
  const sections = Object.keys({ ...english, ...words })
  return Object.fromEntries(sections.map((section) => [section, { ...english[section], ...words[section] }]))
}

/** Every language is whole when it is loaded, so that nobody has to load two. */
export function completeWords(): Plugin {
  return {
    name: 'complete-words',
    enforce: 'pre',
    transform(code, id) {
      const [, folder, language] = /^(.*\/words\/)([\w-]+)\.json$/.exec(id) ?? []
      if (!folder || language === 'en' || language === 'cover') return null
      const beside = `${folder}en.json`
      this.addWatchFile(beside)
      const words = completed(JSON.parse(code) as Sections, JSON.parse(readFileSync(beside, 'utf8')) as Sections)
      return { code: JSON.stringify(words), map: null }
    },
  }
}

const WORTH_PACKING = /\.(html|css|js|svg|json|webmanifest)$/
const brotli = promisify(brotliCompress)

/** Beside every text the same by Brotli, as small as it gets: that takes too long to be done when it is asked for. */
export function packFiles(): Plugin {
  return {
    name: 'pack-files',
    apply: 'build',
    async writeBundle({ dir }) {
      const files = await readdir(dir!, { recursive: true })
      const pack = async (file: string) => {
        const text = await readFile(join(dir!, file))
        await writeFile(join(dir!, `${file}.br`), await brotli(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }))
      }
      await Promise.all(files.filter((file) => WORTH_PACKING.test(file)).map(pack))
    },
  }
}
