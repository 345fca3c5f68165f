//! One term for each thing, in each language: where the English says one, the Chinese says its own.

use super::{says, wrong};
use crate::guides::HOLE;

/// The English terms of one thing, and the Chinese ones.
const TERMS: &[(&[&str], &[&str])] = &[
    (&["access token", "access tokens"], &["访问令牌"]),
    (&["application", "applications"], &["应用"]),
    (&["approval", "approve", "approved"], &["批准"]),
    (&["argument", "arguments"], &["参数"]),
    (&["audit log"], &["审计日志"]),
    (
        &["authorization server", "authorization servers"],
        &["授权服务器"],
    ),
    (&["branch", "branches"], &["分支"]),
    (&["browser"], &["浏览器"]),
    (&["bundle", "bundles"], &["捆绑包"]),
    (&["certificate", "certificates"], &["证书"]),
    (&["client id"], &["客户端 ID"]),
    (&["client secret"], &["客户端密钥"]),
    (&["command palette"], &["命令面板"]),
    (&["container", "containers"], &["容器"]),
    (&["data flow"], &["数据流"]),
    (&["delete", "deleted", "deletes"], &["删除"]),
    (&["digest"], &["摘要"]),
    (&["environment variable", "environment variables"], &["环境变量"]),
    (&["exit code", "exit codes"], &["退出代码"]),
    (&["external communication"], &["对外通信"]),
    (&["fence", "fences", "fenced"], &["隔离"]),
    (&["fetch", "fetched", "fetches"], &["获取"]),
    (&["folder", "folders"], &["文件夹"]),
    (&["header", "headers"], &["标头"]),
    (&["hidden character", "hidden characters"], &["隐藏字符"]),
    (&["home folder"], &["主文件夹"]),
    (&["identity provider"], &["身份提供商"]),
    (&["keychain"], &["钥匙串"]),
    (&["local program", "local programs"], &["本地程序"]),
    (&["message log"], &["消息日志"]),
    (&["notification", "notifications"], &["通知"]),
    (&["passphrase", "passphrases"], &["密码短语"]),
    (&["password"], &["密码"]),
    (&["permission", "permissions"], &["权限"]),
    (&["private data"], &["私密数据"]),
    (&["prompt", "prompts"], &["提示词"]),
    (&["protocol version", "protocol versions"], &["协议版本"]),
    (&["proxy"], &["代理"]),
    (&["reasoning"], &["推理"]),
    (&["redirect uri"], &["重定向 URI"]),
    (&["registry entry"], &["注册表条目"]),
    (&["resource", "resources"], &["资源"]),
    (&["restart", "restarts", "restarted"], &["重新启动"]),
    (&["result", "results"], &["结果"]),
    (&["schema", "schemas"], &["schema"]),
    (&["scope", "scopes"], &["授权范围"]),
    (&["settings"], &["设置"]),
    (&["sign in", "sign-in", "signed in"], &["登录"]),
    (&["sign out"], &["退出登录"]),
    (&["spending limit"], &["支出上限"]),
    (&["summary", "summaries"], &["总结"]),
    (&["system prompt"], &["系统提示词"]),
    (&["task", "tasks"], &["任务"]),
    (&["timeout"], &["超时"]),
    (&["token", "tokens"], &["token", "令牌"]),
    (&["tool definition", "tool definitions"], &["工具", "定义"]),
    (&["transport"], &["传输方式"]),
    (&["unverified"], &["未经核实"]),
    (&["warning", "warnings"], &["警告"]),
];

/// The words of Clap, which are its own.
const OF_CLAP: &str = "print-help";

#[test]
fn each_term_has_one_translation() {
    let found = wrong(|pair| {
        if pair.id.contains(OF_CLAP) {
            return None;
        }
        let chinese = pair.chinese.join(" ");
        let missing = TERMS.iter().find(|(english, terms)| {
            // A command in quotes stays English.
            let is_said = english.iter().any(|term| {
                let mut texts = pair.english.iter();
                texts.any(|text| says(&unquoted(text), term))
            });
            is_said && {
                let chinese = chinese.to_lowercase();
                !terms.iter().any(|term| chinese.contains(&term.to_lowercase()))
            }
        });
        missing.map(|(english, terms)| {
            format!("“{}” is “{}”, not as in: {chinese}", english[0], terms[0]).replace(HOLE, "…")
        })
    });
    assert_eq!(found, Vec::<String>::new());
}

/// A text without what it quotes and what a tag encloses as code.
fn unquoted(text: &str) -> String {
    let mut kept = String::new();
    let mut depth = 0_u32;
    for letter in text.chars() {
        match letter {
            '“' => depth += 1,
            '”' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
    }
    kept
}

#[test]
fn quoted_commands_are_no_terms() {
    assert_eq!(unquoted("Run “server fence” now"), "Run  now");
    assert!(says("The Fence of it", "fence"));
    assert!(!says("A --fence flag", "fence"));
}
