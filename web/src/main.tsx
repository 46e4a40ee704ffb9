import './kit/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { beginFirstPage } from './app/first-page'
import { followLanguage } from './app/languages'
import { followVersion } from './app/version'
import { followSettings } from './kit/settings'

beginFirstPage()
followSettings()
followVersion()
const place = document.getElementById('app')
if (place) void followLanguage().then(() => createRoot(place).render(<App />))
