//! Validates JSON by the committed schema: implements the part of JSON Schema that the schema uses.
//!
//! An unknown keyword fails the test instead of being ignored.

use regex::Regex;
use serde_json::{Map, Value};

use crate::support::folder;

/// Keywords that are ignored for values of other types.
const OF_ONE_TYPE: [&str; 10] = [
    "required",
    "properties",
    "additionalProperties",
    "items",
    "minItems",
    "maxItems",
    "pattern",
    "minimum",
    "exclusiveMinimum",
    "maximum",
];

/// `docs/schema/cavalcade.schema.json`.
pub struct Schema(Value);

/// The schema of every answer.
pub fn schema() -> Schema {
    let text = std::fs::read_to_string(folder("docs/schema/cavalcade.schema.json")).unwrap();
    Schema(serde_json::from_str(&text).unwrap())
}

impl Schema {
    /// The first rule that a value breaks, with the path to the place; `None` if it is valid.
    pub fn problem(&self, value: &Value) -> Option<String> {
        self.check(&self.0, value, "").err()
    }

    fn check(&self, rules: &Value, value: &Value, at: &str) -> Result<(), String> {
        let Value::Object(rules) = rules else {
            return holds(rules == &Value::Bool(true), "false", at);
        };
        for (keyword, rule) in rules {
            let valid = |inner: &Value| self.check(inner, value, at).is_ok();
            let each = || rule.as_array().unwrap().iter();
            match keyword.as_str() {
                "$schema" | "$defs" | "title" | "description" => {}
                "$ref" => {
                    let place = rule.as_str().unwrap().strip_prefix('#').unwrap();
                    self.check(self.0.pointer(place).unwrap(), value, at)?;
                }
                "allOf" => each().try_for_each(|inner| self.check(inner, value, at))?,
                "anyOf" => holds(each().any(valid), keyword, at)?,
                "oneOf" => holds(each().filter(|inner| valid(inner)).count() == 1, keyword, at)?,
                "const" => holds(value == rule, keyword, at)?,
                "enum" => holds(each().any(|one| one == value), keyword, at)?,
                "type" if rule.is_array() => {
                    holds(each().any(|name| is_a(value, name)), keyword, at)?;
                }
                "type" => holds(is_a(value, rule), keyword, at)?,
                _ => self.check_kind(keyword, rules, value, at)?,
            }
        }
        Ok(())
    }

    /// The keywords that apply to one type of value.
    fn check_kind(
        &self,
        keyword: &str,
        rules: &Map<String, Value>,
        value: &Value,
        at: &str,
    ) -> Result<(), String> {
        let rule = &rules[keyword];
        match (keyword, value) {
            ("required", Value::Object(object)) => {
                let mut names = rule.as_array().unwrap().iter();
                let missing = names.find(|name| !object.contains_key(name.as_str().unwrap()));
                missing.map_or(Ok(()), |name| Err(format!("{at}: {name} is missing")))
            }
            ("properties", Value::Object(object)) => {
                rule.as_object().unwrap().iter().try_for_each(|(name, inner)| {
                    let found = object.get(name);
                    found.map_or(Ok(()), |value| self.check(inner, value, &format!("{at}/{name}")))
                })
            }
            ("additionalProperties", Value::Object(object)) => {
                let known = rules.get("properties").and_then(Value::as_object);
                let mut more = object.iter().filter(|(name, _)| {
                    known.is_none_or(|known| !known.contains_key(name.as_str()))
                });
                more.try_for_each(|(name, value)| self.check(rule, value, &format!("{at}/{name}")))
            }
            ("items", Value::Array(items)) => {
                let mut items = items.iter().enumerate();
                items.try_for_each(|(i, item)| self.check(rule, item, &format!("{at}/{i}")))
            }
            ("minItems", Value::Array(items)) => {
                holds(items.len() as u64 >= rule.as_u64().unwrap(), keyword, at)
            }
            ("maxItems", Value::Array(items)) => {
                holds(items.len() as u64 <= rule.as_u64().unwrap(), keyword, at)
            }
            ("pattern", Value::String(text)) => {
                holds(Regex::new(rule.as_str().unwrap()).unwrap().is_match(text), keyword, at)
            }
            ("minimum", Value::Number(number)) => {
                holds(number.as_f64().unwrap() >= rule.as_f64().unwrap(), keyword, at)
            }
            ("exclusiveMinimum", Value::Number(number)) => {
                holds(number.as_f64().unwrap() > rule.as_f64().unwrap(), keyword, at)
            }
            ("maximum", Value::Number(number)) => {
                holds(number.as_f64().unwrap() <= rule.as_f64().unwrap(), keyword, at)
            }
            _ if OF_ONE_TYPE.contains(&keyword) => Ok(()),
            _ => panic!("tests/suite/schema.rs does not know the keyword {keyword}"),
        }
    }
}

fn holds(valid: bool, keyword: &str, at: &str) -> Result<(), String> {
    if valid { Ok(()) } else { Err(format!("{at}: {keyword}")) }
}

/// True if a value has this type.
fn is_a(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        other => panic!("{other} is not a type"),
    }
}
