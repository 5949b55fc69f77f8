// The first step of commands that need the packages for development, which `npm start` does not install.
import { install } from './prepare.mjs';

install({ withDevelopment: true });
