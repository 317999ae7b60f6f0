import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { completeWords, packFiles } from './building'

// The server of touchwood serves what is built here; `npm run dev` asks a running one for everything but the page.
const SERVER = process.env.TOUCHWOOD ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte(), completeWords(), packFiles()],
  build: {
    outDir: process.env.PAGE_OUT ?? '../src/touchwood/server/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Televisions are not renewed every year; what this does not cover is in src/device/older.ts.
    target: 'chrome94',
    // A table was 69 files, most of them small. Every one of them is asked for on its own, which costs a phone more than
    // the few bytes it need not have loaded yet.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'common', minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    // Lists of cards and words of games lie with their rules.
    fs: { allow: ['.', '../src/touchwood/games'] },
    // The server takes orders only from pages of its own address, so the address has to stay as it is.
    proxy: {
      '/api': { target: SERVER, changeOrigin: false },
      '/words': { target: SERVER, changeOrigin: false },
      '/socket': { target: SERVER, changeOrigin: false, ws: true },
    },
  },
  resolve: { conditions: process.env.VITEST ? ['browser'] : undefined },
  // A page of its own for each file, without a process of its own: a quarter of the processor's time.
  // More than one worker, for a single one is handed all files at once: they would share one page and all modules.
  test: { environment: 'jsdom', pool: 'vmThreads', maxWorkers: 2, include: ['tests/**/*.test.ts'], setupFiles: ['tests/setup.ts'], testTimeout: 60_000, hookTimeout: 60_000 },
})
