// What a choice would change: asked of the server when somebody really looks at it, and kept as long
// as the question stands.
import { find } from "./dom";
import { lineShown } from "./choices";

let question = "";
let known = new Map<string, string>();

/** What choices would change, as HTML of our own server; empty if it cannot be told. */
export async function foretell(choices: string, signal: AbortSignal): Promise<string> {
  const address = find<HTMLElement>("main")?.dataset.preview;
  if (!address || !choices) return "";
  if (question !== lineShown()) [question, known] = [lineShown(), new Map()];
  const told = known.get(choices);
  if (told !== undefined) return told;
  const kept = known;
  try {
    const asked = new URLSearchParams({ choice: choices });
    const answer = await fetch(`${address}?${asked}`, { signal, headers: { "HX-Request": "true" } });
    const text = answer.ok ? await answer.text() : "";
    if (answer.ok) kept.set(choices, text);
    return text;
  } catch {
    // Nobody looks any more, or the server is away: then the choice is shown without it.
    return "";
  }
}
