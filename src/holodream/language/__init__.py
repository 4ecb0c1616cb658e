"""What a text is made of: scripts, words, stems, numbers. One data file per language in languages/."""

from .analysis import TOKENIZER_VERSION, Analysis, Word, analyse
from .catalogue import Language, languages, languages_of
from .characters import fold, plain, script_of

__all__ = ["TOKENIZER_VERSION", "Analysis", "Language", "Word", "analyse", "fold", "languages", "languages_of", "plain", "script_of"]
